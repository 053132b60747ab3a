import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Any sequence of changes with savepoints, reopenings, kills and compactions keeps unique
/// attributes of every type as a dictionary would. Within a change, objects may share values.
@Suite struct UniqueModelTests {
    /// The save of one object: its attributes with the indexes of their values.
    struct Save: Sendable {
        let id: Int64
        let isInsert: Bool
        /// Whether the values are compared at once, and not when the change ends.
        let isAtOnce: Bool
        /// The values, each as an attribute and an index into ``values(_:)``.
        let codes: [(attribute: Int, value: Int)]
    }

    enum Change: Sendable {
        case save(Save)
        case delete(id: Int64)
        case savepoint([Change], fails: Bool)
    }

    enum Step: Sendable {
        case commit([Change])
        case abort([Change])
        case reopen
        case kill
        case compact
    }

    struct Aborted: Error {}

    static let entity = "Thing"
    static let types = StoredType.all
    static let attributes =
        [
            AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false)
        ]
        + types.enumerated().map { index, type in
            AttributeSchema(
                id: AttributeID(UInt32(index + 2)), name: type.name, type: type, isNullable: true,
                isUnique: true)
        }

    /// Returns few values of a type, so that many objects want the same; some of them differ in
    /// their bytes and are equal.
    static func values(_ type: StoredType) -> [Value] {
        switch type {
        case .scalar(let type): return values(type)
        case .string:
            return ["", "a", "\u{e1}", "a\u{301}", String(long: "x", count: 70_000)].map {
                .string($0)
            }
        case .data: return [[], [0], [0, 0]].map { .data($0) }
        case .json: return ["{}", "\"\u{e1}\"", "\"a\u{301}\""].map { .json($0) }
        case .array(let element):
            let elements = values(element)
            return [.array([]), .array(elements), .array(elements.reversed())]
                + elements.map { .array([$0]) }
        }
    }

    private static func values(_ type: ScalarType) -> [Value] {
        switch type {
        case .bool: return [.bool(false), .bool(true)]
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
            return [.int(0), .int(1), .int(127)]
        case .uint64: return [.uint(0), .uint(.max)]
        case .float: return [0, -0.0, 1.5, .nan, -.infinity].map { .float($0) }
        case .double: return [0, -0.0, 1.5, .nan, -.infinity].map { .double($0) }
        case .date: return [0, -0.0, 1.5, .nan].map { .date($0) }
        case .uuid: return [1, 2].map { .uuid(UUIDValue(high: 0, low: $0)) }
        case .decimal:
            return [(15, -1), (150, -2), (2, 0)].compactMap {
                DecimalValue(mantissa: $0.0, exponent: $0.1, isNegative: false).map { .decimal($0) }
            }
        case .objectID: return [.objectID(0), .objectID(.max)]
        }
    }

    /// Returns the representative of all values that the model considers equal.
    static func plain(_ value: Value) -> Value {
        switch value {
        case .float(let number): plain(.double(Double(number)))
        case .double(let number), .date(let number):
            number.isNaN ? .string("NaN") : .double(number == 0 ? 0 : number)
        case .array(let elements): .array(elements.map(plain))
        default: value
        }
    }

    struct Model {
        var objects: [Value: [Value]] = [:]

        func owners(_ attribute: Int, of value: Value) -> [Value] {
            objects.filter { plain($0.value[attribute + 1]) == plain(value) }.map(\.key)
        }

        /// Returns the code of the error that saving the object should throw.
        func refusal(of values: [Value], isInsert: Bool, isAtOnce: Bool) -> StoreError.Code? {
            let old = objects[values[0]]
            if isInsert, old != nil { return .duplicateID }
            guard isAtOnce else { return nil }
            for (attribute, value) in values.dropFirst().enumerated() where !value.isNull {
                // A value that the object has already is not compared.
                if let old, old[attribute + 1].isIdentical(to: value) { continue }
                if owners(attribute, of: value).contains(where: { $0 != values[0] }) {
                    return .uniqueViolation
                }
            }
            return nil
        }

        /// Whether two objects have the same value.
        var isShared: Bool {
            types.indices.contains { attribute in
                let values = objects.values.map { $0[attribute + 1] }.filter { !$0.isNull }
                return Set(values.map(plain)).count < values.count
            }
        }
    }

    static let id = Generator<Int64>.integer(in: 0...6)

    static let code = Generator<(attribute: Int, value: Int)> { choices throws(Rejection) in
        (
            try choices.draw(.integer(in: 0...types.count - 1)),
            try choices.draw(.integer(in: 0...6))
        )
    }

    static let plainChange = Generator<Change>.frequency(
        (
            5,
            Generator<Change> { choices throws(Rejection) in
                .save(
                    Save(
                        id: try choices.draw(id), isInsert: try choices.draw(.bool()),
                        isAtOnce: try choices.draw(.bool()),
                        codes: try choices.draw(.array(of: code, count: 0...8))))
            }
        ), (1, id.map { .delete(id: $0) }))

    static let change = Generator<Change>.frequency(
        (6, plainChange),
        (
            1,
            Generator<Change> { choices throws(Rejection) in
                .savepoint(
                    try choices.draw(.array(of: plainChange, count: 0...5)),
                    fails: try choices.draw(.bool()))
            }
        ))

    static let changes = Generator<[Change]>.array(of: change, count: 0...10)

    static let step = Generator<Step>.frequency(
        (6, changes.map { .commit($0) }), (2, changes.map { .abort($0) }), (1, .just(.reopen)),
        (1, .just(.kill)), (1, .just(.compact)))

    /// Returns the code of the store's error that a body throws; nil if it throws none.
    static func refusal(_ body: () throws -> Void) throws -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch let error as StoreError {
            return error.code
        }
    }

    static func apply(_ change: Change, _ changes: Changes, _ model: inout Model) throws {
        switch change {
        case .save(let save):
            var values = [.int(save.id)] + types.map { _ in Value.null }
            for code in save.codes {
                let all = Self.values(types[code.attribute])
                values[code.attribute + 1] = all[code.value % all.count]
            }
            func write() throws {
                if save.isInsert {
                    try changes.insert(values, into: entity)
                } else {
                    try changes.save(values, in: entity)
                }
            }
            let refusal = try Self.refusal {
                if save.isAtOnce { try changes.comparingAtOnce(write) } else { try write() }
            }
            let expected = model.refusal(
                of: values, isInsert: save.isInsert, isAtOnce: save.isAtOnce)
            try requireEqual(refusal, expected, "saving \(save)")
            if refusal == nil { model.objects[values[0]] = values }
        case .delete(let id):
            let was = try changes.delete(.int(id), from: entity)
            let expected = model.objects.removeValue(forKey: .int(id)) != nil
            try requireEqual(was, expected, "whether it was there")
        case .savepoint(let list, let fails):
            var inner = model
            do {
                try changes.savepoint {
                    for change in list { try apply(change, changes, &inner) }
                    if fails { throw Aborted() }
                }
                model = inner
            } catch is Aborted {}
        }
    }

    static func check(_ reader: some DatabaseReader, _ model: Model, _ context: String) throws {
        let contents = try TestStore.contents(of: reader)[entity] ?? [:]
        try requireEqual(
            contents.mapValues { $0.map(plain) }, model.objects.mapValues { $0.map(plain) },
            context)
        for (attribute, type) in types.enumerated() {
            for value in values(type) {
                let owners = model.owners(attribute, of: value)
                var found: Value?
                let refusal = try Self.refusal {
                    found = try reader.find(value, by: type.name, in: entity)?.id
                }
                let (label, isShared) = ("\(context): by \(type.name)", owners.count > 1)
                try requireEqual(refusal, isShared ? .uniqueViolation : nil, label)
                try requireEqual(found, isShared ? nil : owners.first, label)
                guard type.scalar != nil, plain(value) != .string("NaN") else { continue }
                let query = Query(entity: entity, filter: .comparison(type.name, .equal, value))
                let ids = Set(try reader.fetch(query).map(\.id))
                try requireEqual(ids, Set(owners), "\(label), by a filter")
            }
        }
    }

    static func run(_ steps: [Step]) throws {
        let store = try TestStore(segmentSizeNominal: 4000)
        try store.database.performChanges {
            try $0.define(entity, attributes: attributes, id: "id")
        }
        var model = Model()
        for step in steps {
            switch step {
            case .commit(let list):
                var next = model
                let refusal = try Self.refusal {
                    try store.database.performChanges { changes in
                        for change in list { try apply(change, changes, &next) }
                        try check(changes, next, "in the change")
                    }
                }
                try requireEqual(refusal, next.isShared ? .uniqueViolation : nil, "the commit")
                if refusal == nil { model = next }
            case .abort(let list):
                var discarded = model
                do {
                    try store.database.performChanges { changes in
                        for change in list { try apply(change, changes, &discarded) }
                        throw Aborted()
                    }
                } catch is Aborted {}
            case .reopen: try store.reopen()
            case .kill: try store.reopenAfterKill()
            case .compact: _ = try store.database.compact()
            }
            try check(store.database.snapshot(), model, "after \(step)")
        }
        try store.checkIntegrity()
    }

    @Test func `unique attributes of every type give the same as a dictionary`() {
        property("unique", runs: 40, .array(of: Self.step, count: 0...12)) { try Self.run($0) }
    }
}
