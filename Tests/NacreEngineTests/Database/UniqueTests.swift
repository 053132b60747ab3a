import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// No two objects have the same value of a unique attribute.
@Suite struct UniqueTests {
    static let entity = "Thing"

    /// Defines an entity with an id and the unique, nullable attribute `code`.
    static func define(_ type: StoredType, in changes: Changes) throws {
        try changes.define(entity, attributes: attributes(type), id: "id")
    }

    static func attributes(_ type: StoredType, isUnique: Bool = true) -> [AttributeSchema] {
        [
            AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
            AttributeSchema(
                id: AttributeID(2), name: "code", type: type, isNullable: true,
                isUnique: isUnique),
        ]
    }

    /// Saves an object with the value. Without an id, the object is the next one.
    static func save(_ code: Value, id: Int64? = nil, in changes: Changes) throws {
        let id = try id ?? Int64(changes.count(entity))
        try changes.save([.int(id), code], in: entity)
    }

    static func id(_ code: Value, _ reader: some DatabaseReader) throws -> Value? {
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

    @Test func `a value compared at once is refused, and the change continues`() throws {
        try Self.withThings([.string("a"), .string("b")]) { store in
            try store.database.performChanges { changes in
                let before = try TestStore.contents(of: changes)
                let calls: [() throws -> Void] = [
                    { try changes.insert([.int(5), .string("a")], into: Self.entity) },
                    { try changes.save([.int(5), .string("a")], in: Self.entity) },
                    { try changes.update([.int(1), .string("a")], of: Self.entity) },
                ]
                for call in calls {
                    #expect(
                        DatabaseTests.code { try changes.comparingAtOnce(call) }
                            == .uniqueViolation)
                }
                #expect(try TestStore.contents(of: changes) == before)
                #expect(changes.changeCount == 0)
                try Self.save(.string("c"), in: changes)
            }
            #expect(try store.database.snapshot().count(Self.entity) == 3)
        }
    }

    @Test func `the error names entity and attribute, but not the value`() throws {
        try Self.withThings([.string("secret")]) { store in
            let error = #expect(throws: StoreError.self) {
                try store.database.performChanges { try Self.save(.string("secret"), in: $0) }
            }
            let text = try #require(error).description
            #expect(text.contains("Two objects of 'Thing' have the same 'code'"))
            #expect(text.contains("the ids 0 and 1."))
            #expect(!text.contains("secret"))
        }
    }

    @Test func `a value that an object gives up is free at once`() throws {
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

    @Test func `an object may keep its value, and any number may have null`() throws {
        try Self.withThings([.string("a"), .null, .null]) { store in
            try store.database.performChanges { changes in
                try Self.save(.string("a"), id: 0, in: changes)
                try Self.save(.null, id: 1, in: changes)
                #expect(try Self.id(.null, changes) == nil)
                #expect(try Self.id(.int(1), changes) == nil)
            }
        }
    }

    private static let long = Value.string(String(long: "x", count: 70_000))

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
    func `equal values are one unique value`(type: StoredType, first: Value, second: Value) throws {
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

    @Test func `an undone change leaves the trees unchanged`() throws {
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

    @Test func `a look-up by an attribute that is missing or not unique is refused`() throws {
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

    @Test func `a savepoint that throws leaves the trees unchanged`() throws {
        struct Undone: Error {}
        try Self.withThings([.string("a"), .string("b")]) { store in
            try store.database.performChanges { changes in
                try changes.delete(.int(0), from: Self.entity)
                #expect(throws: Undone.self) {
                    try changes.savepoint {
                        try Self.save(.string("a"), id: 1, in: changes)
                        try Self.save(.string("c"), id: 5, in: changes)
                        throw Undone()
                    }
                }
                #expect(try Self.id(.string("b"), changes) == .int(1))
                #expect(try Self.id(.string("c"), changes) == nil)
                try Self.save(.string("a"), id: 7, in: changes)
            }
            #expect(try Self.id(.string("a"), store.database.snapshot()) == .int(7))
        }
    }
}

/// Attributes that become unique, or are no longer unique.
@Suite struct UniqueSchemaTests {
    private static func attributes(isUnique: Bool) -> [AttributeSchema] {
        UniqueTests.attributes(.string, isUnique: isUnique)
    }

    private static func withPlainThings(
        _ codes: [Value], _ body: (TestStore) throws -> Void
    ) throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try changes.define(
                    UniqueTests.entity, attributes: attributes(isUnique: false), id: "id")
                for code in codes { try UniqueTests.save(code, in: changes) }
            }
            try body(store)
        }
    }

    private static func redefine(_ store: TestStore, isUnique: Bool) throws {
        try store.database.performChanges {
            try $0.redefine(UniqueTests.entity, attributes: attributes(isUnique: isUnique))
        }
    }

    private static func save(_ code: String, in store: TestStore) throws {
        try store.database.performChanges { try UniqueTests.save(.string(code), in: $0) }
    }

    @Test func `an attribute that becomes unique is so for existing objects, too`() throws {
        try Self.withPlainThings([.string("a"), .null, .string("b"), .null]) { store in
            try Self.redefine(store, isUnique: true)
            for _ in 0..<2 {
                #expect(try UniqueTests.id(.string("b"), store.database.snapshot()) == .int(2))
                #expect(DatabaseTests.code { try Self.save("a", in: store) } == .uniqueViolation)
                _ = try store.database.compact()
                try store.reopen()
            }
        }
    }

    @Test func `an attribute that is no longer unique takes any value`() throws {
        try Self.withPlainThings([.string("a")]) { store in
            try Self.redefine(store, isUnique: true)
            let unique = try #require(
                store.database.snapshot().definition(UniqueTests.entity).uniques.first)
            try Self.redefine(store, isUnique: false)
            try Self.save("a", in: store)
            #expect(try store.database.snapshot().tree(unique.slot).count == 0)
            try store.reopen()
            try Self.save("a", in: store)
            #expect(
                DatabaseTests.code { try Self.redefine(store, isUnique: true) }
                    == .uniqueViolation)
        }
    }

    @Test func `an attribute cannot become unique if objects have equal values`() throws {
        let codes: [Value] = [.string("a"), .string("b"), .string("a"), .null, .string("a")]
        try Self.withPlainThings(codes) { store in
            try store.database.performChanges { changes in
                let catalog = changes.catalog
                let error = #expect(throws: StoreError.self) {
                    try changes.redefine(
                        UniqueTests.entity, attributes: Self.attributes(isUnique: true))
                }
                #expect(error?.code == .uniqueViolation)
                #expect(error?.message.contains("2 objects") == true)
                #expect(error?.message.hasSuffix("Their ids are 2, 4.") == true)
                // Nothing of the call is left, and the change continues.
                #expect(changes.catalog === catalog)
                try UniqueTests.save(.string("a"), in: changes)
            }
            try store.reopen()
            #expect(try store.database.snapshot().count(UniqueTests.entity) == 6)
        }
    }

    @Test func `a unique attribute with a default is refused for several older objects`() throws {
        let added = AttributeSchema(
            id: AttributeID(9), name: "added", type: .string, isNullable: false, isUnique: true,
            defaultValue: .string("x"))
        let attributes = Self.attributes(isUnique: false) + [added]
        try Self.withPlainThings([.string("a"), .string("b")]) { store in
            func redefine() throws {
                try store.database.performChanges {
                    try $0.redefine(UniqueTests.entity, attributes: attributes)
                }
            }
            #expect(DatabaseTests.code(redefine) == .uniqueViolation)
            try store.database.performChanges { try $0.delete(.int(0), from: UniqueTests.entity) }
            try redefine()
            for _ in 0..<2 {
                let found = try store.database.snapshot().find(
                    .string("x"), by: "added", in: UniqueTests.entity)
                #expect(found?.id == .int(1))
                try store.reopen()
            }
            try store.database.performChanges { changes in
                try changes.save([.int(1), .null, .string("y")], in: UniqueTests.entity)
                try changes.save([.int(2), .null, .string("x")], in: UniqueTests.entity)
            }
        }
    }

    @Test func `an undone savepoint restores the schema and its trees`() throws {
        struct Undone: Error {}
        try Self.withPlainThings([.string("a"), .string("b")]) { store in
            try store.database.performChanges { changes in
                #expect(throws: Undone.self) {
                    try changes.savepoint {
                        try changes.redefine(
                            UniqueTests.entity, attributes: Self.attributes(isUnique: true))
                        try UniqueTests.save(.string("c"), in: changes)
                        throw Undone()
                    }
                }
                try UniqueTests.save(.string("a"), in: changes)
                #expect(
                    DatabaseTests.code { _ = try UniqueTests.id(.string("a"), changes) }
                        == .schemaMismatch)
            }
        }
    }
}
