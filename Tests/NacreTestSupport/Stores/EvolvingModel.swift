package import NacreEngine
package import NacreFormat

/// An entity whose attributes come and go while objects are written, and a model of its expected
/// content. It knows nothing of ids, layouts and records.
package struct EvolvingModel: Sendable {
    package static let name = "Evolving"

    /// The next step, in numbers that are interpreted when it is run.
    package enum Step: Sendable {
        case redefine([Wish], idPlace: Int)
        case save(id: Int64, seed: Int)
        case delete(id: Int64)
    }

    /// A wished attribute. Properties of an existing attribute that cannot change stay.
    package struct Wish: Sendable {
        let name: Int
        let type: Int
        let isNullable: Bool
        let hasDefault: Bool
        let value: Int
        /// Whether an existing attribute gets a wider type, or a list of it.
        let widens: Bool
    }

    /// The attributes in the latest declaration.
    package private(set) var attributes: [AttributeSchema] = [Self.id]
    package private(set) var objects: [Value: [String: Value]] = [:]
    /// The highest attribute id seen so far.
    private var highest = AttributeID(1)

    private static let id = AttributeSchema(
        id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false)

    package init() {}

    package static func define(in changes: Changes) throws {
        try changes.define(name, attributes: [id], id: "id")
    }

    /// The content of every object, in declared order.
    package var contents: [Value: [Value]] {
        objects.mapValues { object in attributes.map { object[$0.name] ?? .null } }
    }

    // MARK: Steps

    package mutating func apply(_ step: Step, to changes: Changes) throws {
        switch step {
        case .redefine(let wishes, let idPlace):
            let former = try changes.schema(of: Self.name)
            redefine(wishes, idPlace: idPlace)
            let schema = try changes.redefine(Self.name, attributes: attributes)
            try checkIDs(schema, former)
        case .save(let id, let seed):
            try changes.save(save(id, seed), in: Self.name)
        case .delete(let id):
            let wasThere = objects.removeValue(forKey: .int(id)) != nil
            try requireEqual(try changes.delete(.int(id), from: Self.name), wasThere)
        }
    }

    /// Runs a step on the model only, without a store.
    package mutating func imagine(_ step: Step) {
        switch step {
        case .redefine(let wishes, let idPlace): redefine(wishes, idPlace: idPlace)
        case .save(let id, let seed): _ = save(id, seed)
        case .delete(let id): objects[.int(id)] = nil
        }
    }

    private mutating func redefine(_ wishes: [Wish], idPlace: Int) {
        var declared: [AttributeSchema] = []
        for wish in wishes {
            let attribute = attribute(wish)
            if !declared.contains(where: { $0.name == attribute.name }) {
                declared.append(attribute)
            }
        }
        declared.insert(Self.id, at: min(idPlace, declared.count))
        let former = Dictionary(
            attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        attributes = declared
        for (id, object) in objects {
            var values: [String: Value] = [:]
            for attribute in declared {
                guard let old = former[attribute.name] else {
                    values[attribute.name] = attribute.defaultValue
                    continue
                }
                values[attribute.name] = Self.continued(
                    object[attribute.name] ?? .null, old, as: attribute)
            }
            objects[id] = values
        }
    }

    /// Returns an object's value of an attribute whose declaration has changed.
    private static func continued(
        _ value: Value, _ old: AttributeSchema, as new: AttributeSchema
    ) -> Value {
        if value.isNull {
            if new.isNullable { return .null }
            return new.defaultValue ?? .array([])
        }
        switch (old.type, new.type) {
        case (.scalar, .array(let element)): return .array([widened(value, element)])
        case (_, .scalar(let type)): return widened(value, type)
        default: return value
        }
    }

    private static func widened(_ value: Value, _ type: ScalarType) -> Value {
        switch (value, type) {
        case (.int(let number), .double): .double(Double(number))
        case (.int(let number), .uint64): .uint(UInt64(number))
        case (.float(let number), .double): .double(Double(number))
        default: value
        }
    }

    /// Returns a wider type that a type may become.
    private static func wider(_ type: StoredType, _ seed: Int) -> StoredType {
        let others: [StoredType] =
            switch type {
            case .scalar(.uint8): [.scalar(.int16), .scalar(.uint64), .array(of: .uint16)]
            case .scalar(.int16): [.scalar(.int32), .scalar(.double), .array(of: .int64)]
            case .scalar(.int32): [.scalar(.int64), .scalar(.double)]
            case .scalar(.float): [.scalar(.double)]
            case .scalar(let type): [.array(of: type)]
            case .array(of: .int32): [.array(of: .int64)]
            case .array(of: .uint16): [.array(of: .int32)]
            default: [type]
            }
        return others[seed % others.count]
    }

    private func attribute(_ wish: Wish) -> AttributeSchema {
        let name = "a\(wish.name)"
        let old = attributes.first { $0.name == name }
        var type = old?.type ?? Self.types[wish.type % Self.types.count]
        if let old, wish.widens, old.pipeline.isEmpty { type = Self.wider(old.type, wish.value) }
        let becomesRequired = old?.isNullable == true && wish.hasDefault && !wish.isNullable
        let isNullable = !becomesRequired && old?.isNullable == true || wish.isNullable
        let needsDefault = old == nil ? wish.hasDefault || !isNullable : becomesRequired
        return AttributeSchema(
            id: AttributeID(77), name: name, type: type, isNullable: isNullable,
            defaultValue: needsDefault ? Self.value(type, wish.value) : nil,
            pipeline: old?.pipeline ?? (wish.value % 3 == 0 ? ["json", "x.\(wish.value)"] : []))
    }

    private mutating func save(_ id: Int64, _ seed: Int) -> [Value] {
        var object: [String: Value] = [:]
        for (ordinal, attribute) in attributes.enumerated() {
            let isNull = attribute.isNullable && (seed >> (ordinal % 16)) & 1 == 0
            object[attribute.name] = isNull ? .null : Self.value(attribute.type, seed + ordinal)
        }
        object["id"] = .int(id)
        objects[.int(id)] = object
        return attributes.map { object[$0.name] ?? .null }
    }

    /// Checks the ids: an unchanged attribute keeps its id; a new attribute gets an id that was
    /// never used, and so does one that continues in another form.
    private mutating func checkIDs(_ schema: StoredSchema, _ former: StoredSchema) throws {
        for attribute in schema.attributes {
            let old = former.ordinal(of: attribute.name).map { former.attributes[$0] }
            if let old, old.type == attribute.type, !old.isNullable || attribute.isNullable {
                try requireEqual(attribute.id, old.id, attribute.name)
            } else {
                try require(attribute.id > highest, "the id of \(attribute.name) was given before")
            }
        }
        highest = max(highest, schema.lastAttribute)
        try requireEqual(schema.attributes.map(\.name), attributes.map(\.name), "names")
    }

    // MARK: Values

    private static let types: [StoredType] = [
        .scalar(.int64), .string, .scalar(.double), .data, .scalar(.bool), .json,
        .array(of: .int32), .scalar(.date), .scalar(.decimal), .scalar(.uint8),
        .scalar(.int16), .scalar(.float),
    ]

    /// Returns one of a few values, among them long ones that become external values. They are too
    /// long for defaults, for which short values of their kind are used.
    private static func value(_ type: StoredType, _ seed: Int) -> Value {
        let long = seed % 37 == 36
        let index = seed % 4
        switch type {
        case .string:
            let texts = ["", "K", "e\u{301}", "\u{e9}"]
            return .string(long ? String(repeating: "K", count: 66_000 + index) : texts[index])
        case .data:
            let bytes: [[UInt8]] = [[], [1], [0, 255], [1, 0]]
            return .data(long ? [UInt8](repeating: 7, count: 66_000 + index) : bytes[index])
        case .json: return .json(["{}", "1", "[]", #"{"a":[1,2.5]}"#][index])
        case .array(let element):
            return .array((0..<index).map { value(.scalar(element), seed + $0) })
        case .scalar(.uint64): return .uint([0, 1, 2, .max][index])
        case .scalar(.float): return .float([0, -0.0, 1, 0.1][index])
        case .scalar(.double): return .double([0, -0.0, 1, 0.5][index])
        case .scalar(.date): return .date([0, 86_400, 0.5, 1e9][index])
        case .scalar(.bool): return .bool(index % 2 == 1)
        case .scalar(.decimal):
            return .decimal(DecimalValue(["0", "1", "12.5", "-1"][index]) ?? .zero)
        default: return .int([0, 1, 2, 255][index])
        }
    }
}

extension EvolvingModel.Step {
    package typealias Wish = EvolvingModel.Wish

    /// Makes mostly saves, so that there are objects of several layouts.
    package static let steps = Generator<[Self]>.array(
        of: .frequency((3, redefine), (6, save), (1, delete)), count: 0...20)

    private static let wish = Generator<Wish> { choices throws(Rejection) in
        Wish(
            name: try choices.draw(.integer(in: 0...5)),
            type: try choices.draw(.integer(in: 0...11)),
            isNullable: try choices.draw(.bool()), hasDefault: try choices.draw(.bool()),
            value: try choices.draw(.integer(in: 0...35)), widens: try choices.draw(.bool()))
    }

    private static let redefine = Generator<Self> { choices throws(Rejection) in
        .redefine(
            try choices.draw(.array(of: wish, count: 0...7)),
            idPlace: try choices.draw(.integer(in: 0...5)))
    }

    private static let save = Generator<Self> { choices throws(Rejection) in
        .save(
            id: try choices.draw(.integer(in: 0...9)),
            seed: try choices.draw(.integer(in: 0...10_000)))
    }

    private static let delete = Generator<Int64>.integer(in: 0...9).map { Self.delete(id: $0) }
}
