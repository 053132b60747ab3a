import Nacre
import NacreTestSupport
import Testing

/// Attributes and entities that are renamed: nothing is rewritten, and nothing is lost.
@Suite struct RenamedTests {
    private let files = TypedStore()

    struct Town: Entity {
        let id: Int
        var title: String
        var mayor: Ref<Head>?
        var hall: Large?
        static let schema = EntitySchema(
            Town.init, Attribute("id", \.id), Attribute("title", \.title, .indexed),
            Attribute("mayor", \.mayor, .relationship(.nullify)), Attribute("hall", \.hall))
    }

    struct Head: Entity {
        let id: Int
        static let schema = EntitySchema(Head.init, Attribute("id", \.id))
    }

    /// The entity two generations later.
    struct City: Entity {
        let id: Int
        var name: String
        var head: Ref<Person>?
        var townHall: Large?
        static let originalEntityNames = ["Place", "Town"]
        static let schema = EntitySchema(
            City.init, Attribute("id", \.id),
            Attribute("name", \.name, .unique, .originalName("label", "title")),
            Attribute(
                "head", \.head, .relationship(.nullify), .originalName("mayor")),
            Attribute("townHall", \.townHall, .originalName("hall")))
    }

    struct Person: Entity {
        let id: Int
        static let originalEntityNames = ["Head"]
        static let schema = EntitySchema(Person.init, Attribute("id", \.id))
    }

    private static let hall = Large(city: "Rad", zip: 3, note: nil)

    init() throws {
        let store = try files.open(Town.self, Head.self)
        try store.performChanges { changes in
            try changes.insert(Head(id: 1))
            try changes.insert(
                Town(id: 1, title: "Oslo", mayor: Ref(id: 1), hall: Self.hall))
            try changes.insert(Town(id: 2, title: "Bern", mayor: nil, hall: nil))
        }
        try store.close()
    }

    @Test func `attributes, structs and entities are renamed, and references follow`() throws {
        for _ in 0..<2 {
            let store = try files.open(City.self, Person.self)
            let oslo = try #require(try store.find(City.self, 1))
            #expect(oslo.name == "Oslo")
            #expect(oslo.townHall == Self.hall)
            #expect(try store.find(oslo.head)?.id == 1)
            #expect(try store.fetch(City.where { $0.head.id == 1 }).map(\.id) == [1])
            #expect(try store.find(City.self, \.name, "Bern")?.townHall == nil)
            #expect(try store.count(City.where { $0.townHall == nil }) == 1)
            try store.close()
            try files.checkIntegrity()
        }
        let store = try files.open(City.self, Person.self)
        try store.performChanges { try $0.delete(Person.all) }
        #expect(try store.find(City.self, 1)?.head == nil)
        try store.compact()
        try store.close()
        try files.checkIntegrity()
    }

    @Test func `an entity is also renamed in references of types that are not listed`() throws {
        let store = try files.open(Person.self)
        try store.close()
        let other = try files.open(City.self, Person.self)
        #expect(try other.fetch(City.where { $0.head.id == 1 }).map(\.id) == [1])
    }

    @Test func `a reader is advised to open the store for writing once`() throws {
        let error = storeError { try files.open(City.self, options: .readOnly) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("Open it once for writing") == true)
        struct Renamed: Entity {
            let id: Int
            var name: String
            static let entityName = "Town"
            static let schema = EntitySchema(
                Renamed.init, Attribute("id", \.id),
                Attribute("name", \.name, .originalName("title")))
        }
        let second = storeError { try files.open(Renamed.self, options: .readOnly) }
        #expect(second?.message.contains("'name' under another name") == true)
    }

    @Test func `a new attribute may take the former name of another one`() throws {
        struct Both: Entity {
            let id: Int
            var name: String
            var title: String?
            static let entityName = "Town"
            static let schema = EntitySchema(
                Both.init, Attribute("id", \.id),
                Attribute("name", \.name, .originalName("title")), Attribute("title", \.title))
        }
        for _ in 0..<2 {
            let store = try files.open(Both.self, options: .removing)
            #expect(try store.find(Both.self, 1)?.name == "Oslo")
            #expect(try store.find(Both.self, 1)?.title == nil)
            try store.close()
        }
    }

    @Test func `two types cannot both continue one entity`() throws {
        struct Other: Entity {
            let id: Int
            static let originalEntityNames = ["Head"]
            static let schema = EntitySchema(Other.init, Attribute("id", \.id))
        }
        #expect(storeError { try files.open(Person.self, Other.self) }?.code == .schemaMismatch)
        #expect(storeError { try files.open(Person.self, Head.self) }?.code == .schemaMismatch)
        let store = try files.open(Town.self, Head.self)
        #expect(try store.count(Head.all) == 1)
    }
}
