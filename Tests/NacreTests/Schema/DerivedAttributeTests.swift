import Nacre
import NacreTestSupport
import Testing

/// Attributes that are computed, written by hand.
@Suite struct DerivedAttributeTests {
    struct Town: Entity, Equatable {
        let id: Int
        var name: String
        var people: Int
        var mayor: Ref<Mayor>?

        var key: String { name.lowercased() }
        var size: Rank? { people == 0 ? nil : people > 1000 ? .high : .low }
        var hasMayor: Bool { mayor != nil }

        static let schema = EntitySchema(
            Town.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("people", \.people),
            Attribute("mayor", \.mayor, .relationship(.nullify)),
            derived: [
                Derived("key", \.key, .indexed, .length(1...9)), Derived("size", \.size),
                Derived("hasMayor", \.hasMayor),
            ])
    }

    struct Mayor: Entity {
        let id: Int
        var name: String
        static let schema = EntitySchema(
            Mayor.init, Attribute("id", \.id), Attribute("name", \.name))
    }

    private static let oslo = Town(id: 1, name: "OSLO", people: 9000, mayor: nil)
    private static let bergen = Town(id: 2, name: "bergen", people: 0, mayor: nil)

    @Test func `filters, sorts, indexes and projections use derived values`() throws {
        let files = TypedStore()
        let store = try files.open(Town.self, Mayor.self)
        try store.performChanges { try $0.insert(contentsOf: [Self.oslo, Self.bergen]) }
        #expect(try store.fetch(Town.where { $0.key == "oslo" }) == [Self.oslo])
        #expect(
            try store.fetch(Town.all.sorted(\.key.ascending)) == [Self.bergen, Self.oslo])
        #expect(try store.fetch(\.size, Town.all) == [.high, nil])
        #expect(try store.fetch(\.key, Town.all) == ["oslo", "bergen"])
        #expect(try store.count(Town.where { $0.size == nil && $0.hasMayor == false }) == 1)
        try store.performChanges { changes in
            try changes.update(Town.self, 1) { $0.name = "Ho" }
            try changes.upsert(Town(id: 2, name: "Ab", people: 1, mayor: nil))
        }
        #expect(try store.fetch(\.key, Town.all.sorted(\.key.ascending)) == ["ab", "ho"])
        let error = storeError {
            try store.performChanges { try $0.insert(Town(id: 3, name: "", people: 0, mayor: nil)) }
        }
        #expect(error?.violations.map(\.attribute) == ["key"])
        try store.close()
        try files.checkIntegrity()
        let again = try files.open(Town.self, Mayor.self)
        #expect(try again.find(Town.self, 1)?.name == "Ho")
    }

    @Test func `a value that is derived from a reference changes when the reference is lost`()
        throws
    {
        let store = try Store.inMemory(Town.self, Mayor.self)
        try store.performChanges { changes in
            try changes.insert(Mayor(id: 7, name: "Anne"))
            try changes.insert(Town(id: 1, name: "A", people: 1, mayor: Ref(id: 7)))
        }
        #expect(try store.count(Town.where { $0.hasMayor == true }) == 1)
        try store.performChanges { try $0.delete(Mayor.self, 7) }
        #expect(try store.count(Town.where { $0.hasMayor == true }) == 0)
    }
}

/// Derived attributes and rules if an upsert finds an object with another id.
@Suite struct DerivedUpsertTests {
    struct Coin: Entity, Equatable {
        let id: Int
        var code: String
        var label: String { "\(code)-\(id)" }

        static let schema = EntitySchema(
            Coin.init, Attribute("id", \.id), Attribute("code", \.code, .unique),
            derived: [Derived("label", \.label, .indexed)])
        static let rules = [Rule<Coin>("is small") { $0.id < 5 }]
    }

    @Test(arguments: [UpsertConflict<Coin>.replace, .merge])
    func `a replaced object is derived again with its kept id`(
        _ conflict: UpsertConflict<Coin>
    ) throws {
        let store = try Store.inMemory(Coin.self)
        try store.performChanges { changes in
            try changes.insert(Coin(id: 1, code: "chf"))
            // With its own id it would be refused.
            try changes.upsert(Coin(id: 9, code: "chf"), on: \.code, conflict: conflict)
        }
        #expect(try store.fetch(\.label, Coin.all) == ["chf-1"])
        #expect(try store.count(Coin.where { $0.label == "chf-1" }) == 1)
        #expect(try store.count(Coin.where { $0.label == "chf-9" }) == 0)
    }
}

/// Derived attributes that come, change and go.
@Suite struct DerivedVersionTests {
    /// The entity in the first of four versions.
    struct Plain: Entity {
        let id: Int
        var name: String
        static let entityName = "Word"
        static let schema = EntitySchema(
            Plain.init, Attribute("id", \.id), Attribute("name", \.name))
    }

    struct Lower: Entity {
        let id: Int
        var name: String
        var key: String { name.lowercased() }
        static let entityName = "Word"
        static let schema = EntitySchema(
            Lower.init, Attribute("id", \.id), Attribute("name", \.name),
            derived: [Derived("key", \.key, .unique)])
    }

    struct Upper: Entity {
        let id: Int
        var name: String
        var key: String { name.uppercased() }
        static let entityName = "Word"
        static let schema = EntitySchema(
            Upper.init, Attribute("id", \.id), Attribute("name", \.name),
            derived: [Derived("key", \.key, version: 2, .unique)])
    }

    struct Stored: Entity {
        let id: Int
        var name: String
        var key: String
        static let entityName = "Word"
        static let schema = EntitySchema(
            Stored.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("key", \.key))
    }

    private let files = TypedStore()

    private func filled() throws {
        let store = try files.open(Plain.self)
        try store.performChanges { changes in
            try changes.insert(contentsOf: (0..<300).map { Plain(id: $0, name: "Word \($0)") })
        }
        try store.close()
    }

    @Test func `an added attribute is computed for all objects`() throws {
        try filled()
        let store = try files.open(Lower.self)
        #expect(try store.find(Lower.self, \.key, "word 299")?.id == 299)
        #expect(try store.fetch(\.key, Lower.all) == (0..<300).map { "word \($0)" })
        try store.close()
        try files.checkIntegrity()
        // Nothing is left to do.
        let again = try files.open(Lower.self)
        #expect(try again.snapshot().commitNumber == 3)
        #expect(try again.find(Lower.self, \.key, "word 7")?.id == 7)
    }

    @Test func `another version is recomputed, and a removed one is no loss`() throws {
        try filled()
        try files.open(Lower.self).close()
        let upper = try files.open(Upper.self)
        #expect(try upper.find(Upper.self, \.key, "WORD 5")?.id == 5)
        #expect(try upper.count(Upper.where { $0.key.hasPrefix("word") }) == 0)
        try upper.performChanges { try $0.save(Upper(id: 5, name: "new")) }
        try upper.close()
        try files.checkIntegrity()
        let plain = try files.open(Plain.self)
        #expect(try plain.find(Plain.self, 5)?.name == "new")
        try plain.close()
        let again = try files.open(Upper.self)
        #expect(try again.find(Upper.self, \.key, "NEW")?.id == 5)
        try again.close()
        try files.checkIntegrity()
    }

    @Test func `a derived attribute that would violate uniqueness leaves the store unchanged`()
        throws
    {
        try filled()
        let plain = try files.open(Plain.self)
        try plain.performChanges { try $0.save(Plain(id: 1, name: "WORD 2")) }
        try plain.close()
        #expect(storeError { _ = try files.open(Lower.self) }?.code == .uniqueViolation)
        #expect(try files.open(Plain.self).count(Plain.all) == 300)
    }

    @Test func `a stored attribute does not silently become a derived one`() throws {
        let store = try files.open(Stored.self)
        try store.performChanges { try $0.insert(Stored(id: 1, name: "a", key: "precious")) }
        try store.close()
        let error = storeError { _ = try files.open(Lower.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'key'") == true)
        #expect(try files.open(Stored.self).find(Stored.self, 1)?.key == "precious")
    }

    @Test func `a reader refuses a derived attribute that is not computed yet`() throws {
        try filled()
        let error = storeError { _ = try files.open(Lower.self, options: .readOnly) }
        #expect(error?.code == .schemaMismatch)
        try files.open(Lower.self).close()
        let store = try files.open(Lower.self, options: .readOnly)
        #expect(try store.find(Lower.self, \.key, "word 3")?.id == 3)
        #expect(
            storeError { _ = try files.open(Upper.self, options: .readOnly) }?.code
                == .schemaMismatch)
    }
}
