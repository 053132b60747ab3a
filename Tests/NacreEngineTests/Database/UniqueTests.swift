import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Of a unique attribute no two objects have the same value.
@Suite struct UniqueTests {
    static let entity = "Thing"

    /// An entity with an id and the unique, nullable attribute `code`.
    static func define(_ type: StoredType, in changes: Changes) throws {
        try changes.define(entity, attributes: attributes(type), id: "id")
    }

    private static func attributes(_ type: StoredType, isUnique: Bool = true) -> [AttributeSchema] {
        [
            AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
            AttributeSchema(
                id: AttributeID(2), name: "code", type: type, isNullable: true,
                isUnique: isUnique),
        ]
    }

    /// Saves an object with the value, without an id as the next one.
    static func save(_ code: Value, id: Int64? = nil, in changes: Changes) throws {
        let id = try id ?? Int64(changes.count(entity))
        try changes.save([.int(id), code], in: entity)
    }

    static func id(_ code: Value, _ reader: some Reader) throws -> Value? {
        try reader.find(code, by: "code", in: entity)?.id
    }

    private static func withThings(
        _ codes: [Value], type: StoredType = .string, _ body: (TestStore) throws -> Void
    ) throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try define(type, in: changes)
                for code in codes { try save(code, in: changes) }
            }
            try body(store)
        }
    }

    @Test func `a value that another object has is refused, and the change goes on`() throws {
        try Self.withThings([.string("a"), .string("b")]) { store in
            try store.database.performChanges { changes in
                let before = try TestStore.contents(of: changes)
                let calls: [() throws -> Void] = [
                    { try changes.insert([.int(5), .string("a")], into: Self.entity) },
                    { try changes.save([.int(5), .string("a")], in: Self.entity) },
                    { try changes.update([.int(1), .string("a")], of: Self.entity) },
                ]
                for call in calls { #expect(DatabaseTests.code(call) == .uniqueViolation) }
                #expect(try TestStore.contents(of: changes) == before)
                #expect(changes.changeCount == 0)
                try Self.save(.string("c"), in: changes)
            }
            #expect(try store.database.snapshot().count(Self.entity) == 3)
        }
    }

    @Test func `the error names entity and attribute, and not the value`() throws {
        try Self.withThings([.string("secret")]) { store in
            let error = #expect(throws: StoreError.self) {
                try store.database.performChanges { try Self.save(.string("secret"), in: $0) }
            }
            let text = try #require(error).description
            #expect(text.contains("another object of 'Thing' with this 'code'"))
            #expect(!text.contains("secret"))
        }
    }

    @Test func `a value that was given up is free at once`() throws {
        try Self.withThings([.string("a"), .string("b"), .string("c")]) { store in
            try store.database.performChanges { changes in
                try Self.save(.null, id: 0, in: changes)
                try Self.save(.string("a"), id: 1, in: changes)
                try changes.delete(.int(2), from: Self.entity)
                try Self.save(.string("c"), id: 7, in: changes)
                #expect(try Self.id(.string("b"), changes) == nil)
            }
            let snapshot = try store.database.snapshot()
            #expect(try Self.id(.string("a"), snapshot) == .int(1))
            #expect(try Self.id(.string("c"), snapshot) == .int(7))
        }
    }

    @Test func `an object may keep its value, and any number may have none`() throws {
        try Self.withThings([.string("a"), .null, .null]) { store in
            try store.database.performChanges { changes in
                try Self.save(.string("a"), id: 0, in: changes)
                try Self.save(.null, id: 1, in: changes)
                #expect(try Self.id(.null, changes) == nil)
                #expect(try Self.id(.int(1), changes) == nil)
            }
        }
    }

    private static let long = Value.string(String(repeating: "x", count: 70_000))

    static let sameValues: [(StoredType, Value, Value)] = [
        (.string, .string("\u{e9}"), .string("e\u{301}")),
        (.json, .json("\"\u{e9}\""), .json("\"e\u{301}\"")),
        (.scalar(.double), .double(0), .double(-0.0)),
        (.scalar(.float), .float(.nan), .float(.nan)),
        (
            .array(of: .double), .array([.double(0), .double(.nan)]),
            .array([.double(-0.0), .double(.nan)])
        ),
        (.string, long, long),
    ]

    @Test(arguments: sameValues)
    func `what is equal is one value`(type: StoredType, first: Value, second: Value) throws {
        try Self.withThings([first], type: type) { store in
            for _ in 0..<2 {
                #expect(try Self.id(second, store.database.snapshot()) == .int(0))
                #expect(
                    DatabaseTests.code {
                        try store.database.performChanges { try Self.save(second, in: $0) }
                    } == .uniqueViolation)
                try store.reopen()
            }
        }
    }

    @Test func `a change that is undone leaves the trees as they were`() throws {
        struct Undone: Error {}
        try Self.withThings([.string("a"), .string("b")]) { store in
            #expect(throws: Undone.self) {
                try store.database.performChanges { changes in
                    try changes.delete(.int(0), from: Self.entity)
                    try Self.save(.string("c"), id: 1, in: changes)
                    throw Undone()
                }
            }
            let snapshot = try store.database.snapshot()
            #expect(try Self.id(.string("a"), snapshot) == .int(0))
            #expect(try Self.id(.string("b"), snapshot) == .int(1))
            #expect(try Self.id(.string("c"), snapshot) == nil)
            #expect(
                DatabaseTests.code {
                    try store.database.performChanges { try Self.save(.string("a"), in: $0) }
                } == .uniqueViolation)
        }
    }

    @Test func `an attribute that is not unique or not there cannot be looked up`() throws {
        try withStore { store in
            try store.database.performChanges { try CityEntity.define(in: $0) }
            let snapshot = try store.database.snapshot()
            func code(_ attribute: String) -> StoreError.Code? {
                DatabaseTests.code {
                    _ = try snapshot.find(.string(""), by: attribute, in: CityEntity.name)
                }
            }
            #expect(code("name") == .schemaMismatch)
            #expect(code("nam") == .unknownAttribute)
            #expect(code("id") == nil)
        }
    }

    // MARK: Schema

    private struct Undone: Error {}

    /// Runs `body` in a change in which `code` is not unique yet, with the definition in which it
    /// is; undoes it.
    private static func withUniqueFromNowOn(
        _ codes: [Value], _ body: (Changes, Catalog, EntityDefinition) throws -> Void
    ) throws {
        try withStore { store in
            #expect(throws: Undone.self) {
                try store.database.performChanges { changes in
                    let schema = try changes.define(
                        entity, attributes: attributes(.string, isUnique: false), id: "id")
                    for code in codes { try save(code, in: changes) }
                    let unique = EntitySchema(
                        number: schema.number, name: entity, attributes: attributes(.string),
                        idOrdinal: 0)
                    let catalog = changes.catalog.adding(unique)
                    try body(changes, catalog, try #require(catalog[entity]))
                    throw Undone()
                }
            }
        }
    }

    @Test func `an attribute that becomes unique has a tree of the objects there are`() throws {
        try Self.withUniqueFromNowOn([.string("a"), .null, .string("b"), .null]) {
            changes, catalog, next in
            let former = try changes.definition(Self.entity)
            let trees = try changes.newUniqueTrees(of: next, replacing: former)
            #expect(trees.values.map(\.count) == [2])
            changes.adopt(catalog, trees)
            #expect(try Self.id(.string("b"), changes) == .int(2))
            #expect(
                DatabaseTests.code { try Self.save(.string("a"), in: changes) }
                    == .uniqueViolation)
            #expect(try changes.newUniqueTrees(of: next, replacing: next).isEmpty)

            // And no longer: its tree is emptied, and stays so.
            let slot = next.uniques[0].slot
            changes.adopt(catalog.adding(former.schema))
            #expect(changes.tree(slot).count == 0)
            try Self.save(.string("a"), in: changes)
            #expect(changes.tree(slot).count == 0)
        }
    }

    @Test func `an attribute cannot become unique over objects with the same value`() throws {
        let codes: [Value] = [.string("a"), .string("b"), .string("a"), .null, .string("a")]
        try Self.withUniqueFromNowOn(codes) { changes, _, next in
            let former = try changes.definition(Self.entity)
            let error = #expect(throws: StoreError.self) {
                _ = try changes.newUniqueTrees(of: next, replacing: former)
            }
            #expect(error?.code == .uniqueViolation)
            #expect(error?.message.contains("2 objects") == true)
            #expect(error?.message.hasSuffix("They are: 2, 4.") == true)
        }
    }
}
