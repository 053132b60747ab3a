import Nacre
import NacreTestSupport
import Testing

/// References without a declared rule: none of them ever dangles.
@Suite struct DefaultRuleTests {
    struct Person: Entity, Hashable {
        let id: String
        static let schema = EntitySchema(Person.init, Attribute("id", \.id))
    }

    struct City: Entity, Hashable {
        let id: Int
        var founder: Ref<Person>
        var mayor: Ref<Person>?
        var elders: [Ref<Person>] = []
        var guests: Set<Ref<Person>>?
        static let schema = EntitySchema(
            City.init, Attribute("id", \.id), Attribute("founder", \.founder),
            Attribute("mayor", \.mayor), Attribute("elders", \.elders),
            Attribute("guests", \.guests))
    }

    /// A visit, which is never changed.
    struct Visit: Entity {
        typealias Mutability = AppendOnly
        let id: Int
        var guest: Ref<Person>?
        static let schema = EntitySchema(
            Visit.init, Attribute("id", \.id), Attribute("guest", \.guest))
    }

    /// A club. A deletion of a person does not search these collections.
    struct Club: Entity {
        let id: Int
        var seats: [String: Ref<Person>] = [:]
        var tables: [[Ref<Person>]] = []
        var waiting: [Ref<Person>?] = []
        static let schema = EntitySchema(
            Club.init, Attribute("id", \.id), Attribute("seats", \.seats, .unguarded),
            Attribute("tables", \.tables, .unguarded),
            Attribute("waiting", \.waiting, .unguarded))
    }

    private struct One<Value: AttributeValue>: Entity {
        let id: Int
        var people: Value
        static var entityName: String { "One" }
        static var schema: EntitySchema<One> {
            EntitySchema(One.init, Attribute("id", \.id), Attribute("people", \.people))
        }
    }

    @Test func `references that no rule can follow may dangle only if declared so`() throws {
        func error<Value: AttributeValue>(_ type: Value.Type) -> StoreError? {
            storeError { try Store.inMemory(One<Value>.self) }
        }
        let refused = [
            error([String: Ref<Person>].self), error([[Ref<Person>]].self),
            error([Ref<Person>?].self), error([[String: Ref<Person>]]?.self),
        ]
        for error in refused {
            #expect(error?.code == .schemaMismatch)
            #expect(error?.message.contains("'people'") == true)
            #expect(error?.message.contains("@Attribute(.unguarded)") == true)
        }
        #expect(error([Ref<Person>].self) == nil)
        #expect(error(Set<Ref<Person>>?.self) == nil)

        let store = try Store.inMemory(Club.self)
        let nobody = Ref<Person>(id: "nobody")
        let club = Club(
            id: 1, seats: ["first": nobody], tables: [[nobody]], waiting: [nil, nobody])
        try store.performChanges { try $0.insert(club) }
        #expect(try store.find(Club.self, 1)?.seats == club.seats)
    }

    private static func store() throws -> Store {
        // The entities that references lead to need not be named.
        let store = try Store.inMemory(City.self, Visit.self)
        try store.performChanges { changes in
            for id in ["a", "b", "c"] { try changes.insert(Person(id: id)) }
            try changes.insert(
                City(
                    id: 1, founder: Ref(id: "a"), mayor: Ref(id: "b"),
                    elders: [Ref(id: "b"), Ref(id: "c"), Ref(id: "b")],
                    guests: [Ref(id: "b"), Ref(id: "c")]))
        }
        return store
    }

    @Test func `an optional reference becomes nil, and a required one keeps its object`() throws {
        let store = try Self.store()
        try store.performChanges { _ = try $0.delete(Person.self, "b") }
        #expect(
            try store.find(City.self, 1)
                == City(
                    id: 1, founder: Ref(id: "a"), mayor: nil, elders: [Ref(id: "c")],
                    guests: [Ref(id: "c")]))
        let error = storeError {
            try store.performChanges { _ = try $0.delete(Person.self, "a") }
        }
        #expect(error?.code == .deleteDenied)
        #expect(try store.count(Person.all) == 2)
    }

    @Test func `an object with a dangling reference is not stored`() throws {
        let store = try Self.store()
        let nobody = Ref<Person>(id: "nobody")
        let wrong = [
            City(id: 2, founder: nobody), City(id: 2, founder: Ref(id: "a"), mayor: nobody),
            City(id: 2, founder: Ref(id: "a"), elders: [Ref(id: "a"), nobody]),
            City(id: 2, founder: Ref(id: "a"), guests: [nobody]),
        ]
        for city in wrong {
            let error = storeError { try store.performChanges { try $0.insert(city) } }
            #expect(error?.code == .danglingReference)
            #expect(error?.message.contains(".noAction") == true)
        }
        #expect(try store.count(City.all) == 1)
    }

    @Test func `append-only objects keep the objects that they refer to`() throws {
        let store = try Self.store()
        try store.performChanges { try $0.insert(Visit(id: 1, guest: Ref(id: "c"))) }
        let error = storeError {
            try store.performChanges { _ = try $0.delete(Person.self, "c") }
        }
        #expect(error?.code == .deleteDenied)
    }

    @Test func `a store that is open for reading only does not need missing indexes`() throws {
        let files = TypedStore()
        struct Old: Entity {
            let id: Int
            var guest: Ref<Person>?
            static let entityName = "Visit"
            static let schema = EntitySchema(
                Old.init, Attribute("id", \.id),
                Attribute("guest", \.guest, .relationship(.noAction)))
        }
        let first = try files.open(Old.self)
        try first.performChanges { try $0.insert(Old(id: 1, guest: Ref(id: "gone"))) }
        try first.close()
        #expect(storeError { try files.open(Visit.self) }?.code == .danglingReference)
        var options = Store.Options()
        options.isReadOnly = true
        let store = try files.open(Visit.self, options: options)
        #expect(try store.find(Visit.self, 1)?.guest == Ref(id: "gone"))
    }

    @Test func `a preview finds dangling references in records of an older form, too`() throws {
        let files = TypedStore()
        struct First: Entity {
            let id: Int
            var guest: Ref<Person>?
            static let entityName = "Visit"
            static let schema = EntitySchema(
                First.init, Attribute("id", \.id),
                Attribute("guest", \.guest, .relationship(.noAction)))
        }
        struct Second: Entity {
            let id: Int
            var guests: [Ref<Person>]
            static let entityName = "Visit"
            static let schema = EntitySchema(
                Second.init, Attribute("id", \.id),
                Attribute(
                    "guests", \.guests, .originalName("guest"), .relationship(.noAction)))
        }
        struct Third: Entity {
            let id: Int
            var guests: [Ref<Person>]
            static let entityName = "Visit"
            static let schema = EntitySchema(
                Third.init, Attribute("id", \.id), Attribute("guests", \.guests))
        }
        let first = try files.open(First.self)
        try first.performChanges { try $0.insert(First(id: 1, guest: Ref(id: "gone"))) }
        try first.close()
        let second = try files.open(Second.self)
        #expect(try second.find(Second.self, 1)?.guests == [Ref(id: "gone")])
        try second.close()
        let preview = try Store.schemaPreview(
            at: TestStore.path, Store.Options(), [Third.self], fileSystem: files.files)
        let refusal = storeError { try files.open(Third.self) }
        #expect(refusal?.code == .danglingReference)
        #expect(preview.refusal?.message == refusal?.message)
    }

    @Test func `a migration step may add a reference before its target exists`() throws {
        struct Bare: Entity {
            let id: Int
            static let entityName = "Visit"
            static let schema = EntitySchema(Bare.init, Attribute("id", \.id))
        }
        struct Hosted: Entity {
            let id: Int
            var host: Ref<Person>
            static let entityName = "Visit"
            static let schema = EntitySchema(
                Hosted.init, Attribute("id", \.id), Attribute("host", \.host))
        }
        let files = TypedStore()
        let first = try files.open(Bare.self, Person.self)
        try first.performChanges { changes in
            try changes.insert(Bare(id: 1))
            try changes.insert(Person(id: "a"))
        }
        try first.close()
        func open(_ host: String) throws(StoreError) -> Store {
            var options = Store.Options()
            options.schemaPlan = SchemaPlan(
                SchemaStep(
                    1, "hosts",
                    .add("host", Ref<Person>.self, default: Ref(id: "nobody"), to: "Visit"),
                    .rewrite("Visit") { _, new in new["host"] = Ref<Person>(id: host) }))
            return try files.open(Hosted.self, options: options)
        }
        // The objects that steps leave must satisfy the rules of the types.
        #expect(storeError { try open("nobody") }?.code == .danglingReference)
        #expect(try open("a").find(Hosted.self, 1)?.host == Ref(id: "a"))
    }
}
