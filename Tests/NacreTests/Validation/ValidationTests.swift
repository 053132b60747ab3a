import Nacre
import NacreTestSupport
import Testing

/// A guest with a rule of every kind.
private struct Guest: Entity, Hashable {
    let id: Int
    var name: String
    var age: Int?
    var code: String?
    var tags: [String]
    var even: Int
    var arrives: Int
    var leaves: Int

    struct Odd: Error, CustomStringConvertible { var description: String { "an even number" } }

    static let schema = EntitySchema(
        Guest.init, Attribute("id", \.id), Attribute("name", \.name, .length(1...8)),
        Attribute("age", \.age, .range(0...150)),
        Attribute("code", \.code, .matching("^[A-Z]{2}$"), .length(..<9)),
        Attribute("tags", \.tags, .length(...2)),
        Attribute("even", \.even, .validated { if $0 % 2 != 0 { throw Odd() } }),
        Attribute("arrives", \.arrives, .range(0...), .named("arrival")),
        Attribute("leaves", \.leaves))
    static let rules = [Rule<Guest>("leaves behind arrives") { $0.arrives <= $0.leaves }]

    static func sound(_ id: Int) -> Guest {
        Guest(
            id: id, name: "Anne", age: nil, code: "NO", tags: ["a", "b"], even: 2, arrives: 1,
            leaves: 1)
    }

    static func broken(_ id: Int) -> Guest {
        Guest(
            id: id, name: "", age: 151, code: "no", tags: ["a", "b", "c"], even: 3, arrives: -1,
            leaves: -2)
    }
}

@Suite struct ValidationTests {
    @Test func `E3 R4 objects that break rules are not stored, and all violations are reported`()
        throws
    {
        let store = try Store.inMemory(Guest.self)
        let error = storeError {
            try store.performChanges { changes in
                try changes.insert(Guest.sound(1))
                try changes.insert(Guest.broken(2))
            }
        }
        #expect(error?.code == .invalidObject)
        let violations = error?.violations ?? []
        #expect(
            violations.map(\.attribute)
                == ["name", "age", "code", "tags", "even", "arrival", nil])
        #expect(
            violations.map(\.rule) == [
                "length 1...8", "range 0...150", "matching ^[A-Z]{2}$", "length ...2",
                "an even number", "range 0...", "leaves behind arrives",
            ])
        #expect(
            violations.map(\.value)
                == ["", "151", "no", "[\"a\", \"b\", \"c\"]", "3", "-1", nil])
        #expect(violations.allSatisfy { $0.entity == "Guest" && $0.id == "2" })
        #expect(try store.count(Guest.all) == 0)
    }

    @Test func `E6 a violation's text names object, attribute and rule, but no value`() throws {
        let store = try Store.inMemory(Guest.self)
        var guest = Guest.sound(7)
        guest.age = 151
        func text(_ body: (WriteTransaction) throws -> Void) -> String? {
            storeError { try store.performChanges { try body($0) } }?.message
        }
        #expect(
            text { try $0.insert(guest) }
                == "A rule is broken, and nothing of this call was stored. 'age' of the object of"
                + " 'Guest' with the id 7: range 0...150.")
        #expect(
            text { try $0.insert(contentsOf: [Guest.broken(1), guest]) }?
                .hasPrefix("8 rules are broken, and nothing of this call was stored. 'name' of")
                == true)
        #expect(text { try $0.insert(Guest.broken(1)) }?.hasSuffix("; and 2 more.") == true)
    }

    @Test func `every way to store objects checks the rules, for several objects together`() throws
    {
        let store = try Store.inMemory(Guest.self)
        try store.performChanges { changes in
            try changes.insert(Guest.sound(1))
            let broken = [Guest.sound(2), Guest.broken(3), Guest.broken(4)]
            let errors = [
                storeError { try changes.insert(contentsOf: broken) },
                storeError { try changes.upsert(contentsOf: broken) },
                storeError { try changes.upsert(contentsOf: broken, on: \.id) },
            ]
            #expect(errors.map { $0?.violations.count } == [14, 14, 14])
            // These calls have changed nothing, and the change continues.
            #expect(try changes.count(Guest.all) == 1)
            #expect(storeError { try changes.save(Guest.broken(1)) }?.violations.count == 7)
            #expect(storeError { try changes.update(Guest.broken(1)) }?.violations.count == 7)
            let update = storeError {
                try changes.update(Guest.self, 1) { $0.code = "x" }
            }
            #expect(update?.violations.map(\.value) == ["x"])
            try changes.insert(Guest.sound(5))
        }
        #expect(try store.fetch(Guest.all) == [Guest.sound(1), Guest.sound(5)])
    }

    @Test func `an invalid pattern is refused in the schema`() {
        struct Odd: Entity {
            let id: Int
            var name: String?
            static let schema = EntitySchema(
                Odd.init, Attribute("id", \.id), Attribute("name", \.name, .matching("[a")))
        }
        let error = storeError { try Store.inMemory(Odd.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'name' has a rule that cannot be checked") == true)
    }

    @Test func `a rule that is added later lets existing objects be read and corrected`() throws {
        struct Free: Entity {
            static let entityName = "Item"
            let id: Int
            var price: Double
            static let schema = EntitySchema(
                Free.init, Attribute("id", \.id), Attribute("price", \.price))
        }
        struct Ruled: Entity {
            static let entityName = "Item"
            let id: Int
            var price: Double
            static let schema = EntitySchema(
                Ruled.init, Attribute("id", \.id), Attribute("price", \.price, .range(0..<10)))
        }
        let files = TypedStore()
        var store = try files.open(Free.self)
        try store.performChanges { try $0.insert(Free(id: 1, price: -1)) }
        try store.close()
        store = try files.open(Ruled.self)
        #expect(try store.find(Ruled.self, 1)?.price == -1)
        let error = storeError {
            try store.performChanges { try $0.update(Ruled.self, 1) { $0.price = .nan } }
        }
        #expect(error?.violations.map(\.rule) == ["range 0.0..<10.0"])
        try store.performChanges { try $0.update(Ruled.self, 1) { $0.price = 9 } }
        try store.close()
    }
}
