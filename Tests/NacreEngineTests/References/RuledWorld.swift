import NacreFormat
import NacreTestSupport

@testable import NacreEngine

/// Teams and players that refer to one another in every possible way, under random rules, and
/// beside them dictionaries of the expected objects. It knows nothing of rows, indexes and records.
struct RuledWorld {
    /// A step of a change.
    enum Step: Sendable {
        case save(entity: String, [Value])
        case delete(entity: String, [Value])
    }

    struct Case: Sendable {
        let rules: [StoredDeleteRule]
        let indexed: [Bool]
        let changes: [[Step]]
    }

    /// The objects, by entity and id.
    var objects: [String: [Value: [Value]]] = ["Team": [:], "Player": [:]]
    let schemas: [String: StoredSchema]

    // MARK: Schemas

    private static let references: [(entity: String, name: String, StoredType, target: String)] = [
        ("Team", "captain", .string, "Player"), ("Team", "rivals", .array(of: .int64), "Team"),
        ("Team", "players", .json, "Player"), ("Player", "team", .scalar(.int64), "Team"),
        ("Player", "mentor", .string, "Player"),
    ]

    init(_ item: Case) {
        var schemas: [String: StoredSchema] = [:]
        for (number, entity) in ["Team", "Player"].enumerated() {
            let type: StoredType = entity == "Team" ? .scalar(.int64) : .string
            var attributes = [
                AttributeSchema(id: AttributeID(1), name: "id", type: type, isNullable: false)
            ]
            var indexes: [IndexSchema] = []
            for (place, reference) in Self.references.enumerated() where reference.0 == entity {
                let id = AttributeID(UInt32(attributes.count + 1))
                attributes.append(
                    AttributeSchema(
                        id: id, name: reference.name, type: reference.2, isNullable: true,
                        reference: reference.target, deleteRule: item.rules[place]))
                if item.indexed[place] { indexes.append(IndexSchema([id])) }
            }
            schemas[entity] = StoredSchema(
                number: EntityNumber(UInt16(number + 1)), name: entity, attributes: attributes,
                idOrdinal: 0, indexes: indexes)
        }
        self.schemas = schemas
    }

    func define(in changes: Changes) throws {
        for schema in schemas.values.sorted(by: { $0.number < $1.number }) {
            try changes.define(
                schema.name, attributes: schema.attributes, id: "id", indexes: schema.namedIndexes)
        }
    }

    // MARK: Random cases

    static var cases: Generator<Case> {
        Generator { choices throws(Rejection) in
            var rules: [StoredDeleteRule] = []
            var indexed: [Bool] = []
            for _ in references {
                rules.append(try choices.draw(.anyCase()))
                indexed.append(try choices.draw(.bool()))
            }
            let changes = try choices.draw(
                .array(of: .array(of: step, count: 1...6), count: 1...12))
            return Case(rules: rules, indexed: indexed, changes: changes)
        }
    }

    private static var step: Generator<Step> {
        Generator { choices throws(Rejection) in
            let entity = try choices.draw(.element(of: ["Team", "Player"]))
            if try choices.draw(upTo: 2) == 2 {
                return .delete(
                    entity: entity, try choices.draw(.array(of: id(of: entity), count: 1...3)))
            }
            var values = [try choices.draw(id(of: entity))]
            for (source, _, type, target) in references where source == entity {
                values.append(try value(type, of: target, &choices))
            }
            return .save(entity: entity, values)
        }
    }

    private static func value(
        _ type: StoredType, of target: String, _ choices: inout Choices
    ) throws(Rejection) -> Value {
        guard try choices.draw(upTo: 2) > 0 else { return .null }
        switch type {
        case .array: return .array(try choices.draw(.array(of: id(of: target), count: 0...3)))
        case .json:
            let ids = try choices.draw(.array(of: id(of: target), count: 0...3))
            return .json(json: .array(ids.compactMap(\.jsonForm)))
        default: return try choices.draw(id(of: target))
        }
    }

    /// Makes one of few ids, so that references meet objects.
    private static func id(of entity: String) -> Generator<Value> {
        entity == "Team"
            ? .element(of: (0..<6).map { .int($0) })
            : .element(
                of: ["a", "b", "Z\u{fc}rich", "Zu\u{308}rich", "a name of more than seven bytes"]
                    .map { .string($0) })
    }

    // MARK: The model

    /// Returns the ids that an attribute's value refers to.
    private func targets(_ value: Value) -> [Value] {
        switch value {
        case .null: []
        case .array(let ids): ids
        case .json(let text):
            ((try? JSONParser.parse(Array(text.utf8)))?.asArray ?? [])
                .compactMap { $0.asString.map { .string($0) } }
        default: [value]
        }
    }

    /// - Returns: The number of requested objects that were deleted, or nil if it is denied.
    mutating func delete(_ entity: String, _ ids: [Value]) -> Int? {
        var gone: [String: Set<Value>] = [entity: Set(ids.filter { objects[entity]?[$0] != nil })]
        let count = gone[entity]?.count
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            forEachReference { source, id, attribute, value in
                guard attribute.deleteRule == .cascade, gone[source]?.contains(id) != true,
                    targets(value).contains(where: { leads($0, attribute, to: gone) })
                else { return }
                gone[source, default: []].insert(id)
                isGrowing = true
            }
        }
        var isDenied = false
        var left = objects
        forEachReference { source, id, attribute, value in
            guard gone[source]?.contains(id) != true,
                targets(value).contains(where: { leads($0, attribute, to: gone) }),
                let ordinal = schemas[source]?.ordinal(of: attribute.name)
            else { return }
            if attribute.deleteRule == .deny { isDenied = true }
            guard attribute.deleteRule == .nullify else { return }
            let rest = targets(value).filter { !leads($0, attribute, to: gone) }
            left[source]?[id]?[ordinal] =
                switch attribute.type {
                case .array: .array(rest)
                case .json: .json(json: .array(rest.compactMap(\.jsonForm)))
                default: .null
                }
        }
        if isDenied { return nil }
        for (source, ids) in gone { for id in ids { left[source]?[id] = nil } }
        objects = left
        return count
    }

    private func leads(
        _ id: Value, _ attribute: AttributeSchema, to gone: [String: Set<Value>]
    ) -> Bool {
        gone[attribute.reference ?? ""]?.contains(id) == true
    }

    /// Whether every reference with a rule leads to an object.
    var isSound: Bool {
        var isSound = true
        forEachReference { _, _, attribute, value in
            guard attribute.deleteRule != .noAction else { return }
            let known = objects[attribute.reference ?? ""] ?? [:]
            if !targets(value).allSatisfy({ known[$0] != nil }) { isSound = false }
        }
        return isSound
    }

    private func forEachReference(
        _ body: (_ entity: String, _ id: Value, AttributeSchema, Value) -> Void
    ) {
        for (entity, objects) in objects {
            for (id, values) in objects {
                for (attribute, value) in zip(schemas[entity]?.attributes ?? [], values)
                where attribute.reference != nil { body(entity, id, attribute, value) }
            }
        }
    }
}
