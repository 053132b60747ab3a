import NacreEngine
import NacreFormat
import NacreTestSupport

/// People who refer to one another by attributes with rules: a boss and apprentices.
enum Guild {
    static let name = "Member"

    /// - Parameters:
    ///   - boss: The rule of the attribute; likewise `apprentices`.
    ///   - indexed: The attributes with an index.
    static func define(
        in changes: Changes, boss: StoredDeleteRule = .noAction,
        apprentices: StoredDeleteRule = .noAction,
        indexed: [String] = []
    ) throws {
        try changes.define(
            name, attributes: attributes(boss: boss, apprentices: apprentices), id: "id",
            indexes: indexed.map { NamedIndex([$0]) })
    }

    static func attributes(
        boss: StoredDeleteRule = .noAction, apprentices: StoredDeleteRule = .noAction
    ) -> [AttributeSchema] {
        [
            attribute(1, "id", .scalar(.int64), isNullable: false),
            attribute(2, "boss", .scalar(.int64), rule: boss),
            attribute(3, "apprentices", .array(of: .int64), rule: apprentices),
        ]
    }

    private static func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, isNullable: Bool = true,
        rule: StoredDeleteRule = .noAction
    ) -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(id), name: name, type: type, isNullable: isNullable,
            reference: name == "id" ? nil : Self.name, deleteRule: rule)
    }

    static func values(_ id: Int64, boss: Int64? = nil, apprentices: [Int64]? = nil) -> [Value] {
        [
            .int(id), boss.map { .int($0) } ?? .null,
            apprentices.map { .array($0.map { .int($0) }) } ?? .null,
        ]
    }
}

extension Changes {
    @discardableResult
    func add(_ id: Int64, boss: Int64? = nil, apprentices: [Int64]? = nil) throws -> Value {
        try insert(Guild.values(id, boss: boss, apprentices: apprentices), into: Guild.name)
    }

    @discardableResult
    func remove(_ ids: Int64...) throws -> Int {
        try delete(ids.map { .int($0) }, from: definition(Guild.name))
    }
}

extension TestStore {
    /// Returns the members, by ascending id.
    func members() throws -> [[Value]] {
        try database.snapshot().fetch(Query(entity: Guild.name)).map(\.values)
    }

    /// Returns the error that a change ends with, if there is one.
    func refusal(_ body: (Changes) throws -> Void) throws -> StoreError? {
        do {
            try database.performChanges { try body($0) }
            return nil
        } catch let error as StoreError {
            return error
        }
    }
}
