import Foundation
import Nacre
import Testing

/// The promises of the talk about typed Core Data, each row of the catalogue of features by its
/// number. The other rows are tested with their feature, under the same numbers.
@Suite struct ModernCoreDataTests {
    /// The entity twice: once by the macro, once by hand.
    @Entity
    struct Town: Hashable {
        static var entityName: String { "Town" }
        let id: Int
        var name: String
        var mayor: String?
    }

    struct PlainTown: Entity, Hashable {
        static let entityName = "Town"
        static let schema = EntitySchema(
            PlainTown.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("mayor", \.mayor))
        let id: Int
        var name: String
        var mayor: String?
    }

    @Test func `T1 hand-written and macro-generated types read each other's objects`() throws {
        let folder = try TemporaryFolder()
        let store = try Store(at: folder.path("a.nacre"), Town.self)
        let oslo = Town(id: 1, name: "Oslo", mayor: "Anne")
        try store.performChanges { _ = try $0.insert(oslo) }
        try store.close()

        let other = try Store(at: folder.path("a.nacre"), PlainTown.self)
        let bergen = PlainTown(id: 2, name: "Bergen", mayor: nil)
        try other.performChanges { _ = try $0.insert(bergen) }
        #expect(try other.find(PlainTown.self, 1)?.mayor == "Anne")
        try other.close()

        let again = try Store(at: folder.path("a.nacre"), Town.self)
        #expect(
            try again.fetch(Town.all) == [oslo, Town(id: 2, name: "Bergen", mayor: nil)])
    }

    @Test func `T3 a type that keeps its entity's name may be renamed`() throws {
        let folder = try TemporaryFolder()
        let store = try Store(at: folder.path("a.nacre"), Town.self)
        try store.performChanges { changes in
            for id in 1...100 {
                try changes.insert(Town(id: id, name: "\(id)", mayor: nil))
            }
        }
        try store.close()
        let renamed = try Store(at: folder.path("a.nacre"), PlainTown.self)
        #expect(try renamed.fetch(\.id, PlainTown.all) == Array(1...100))
    }

    @Test func `T4 an object is inserted without a string and without a cast`() throws {
        let atlas = try AtlasTests.small()
        let city: City = try atlas.store.performChanges { changes in
            try changes.insert(AtlasData.small.cities[0].renamed(to: "Asker", id: 50))
        }
        #expect(try atlas.store.find(City.self, 50) == city)
    }

    @Entity
    struct OtherTown {
        static var entityName: String { "Town" }
        let id: Int
        var name: Int
        var mayor: String?
    }

    @Test func `T5 a type that does not fit the store is a typed error and not a trap`() throws {
        let folder = try TemporaryFolder()
        try Store(at: folder.path("a.nacre"), Town.self).close()
        let error = #expect(throws: StoreError.self) {
            try Store(at: folder.path("a.nacre"), OtherTown.self)
        }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'name'") == true)
        #expect(error?.message.contains("Town") == true)
    }

    @Test func `T10 T11 the default request of a type uses its order and breaks ties by id`() throws
    {
        let atlas = try AtlasTests.small()
        let twin = AtlasData.small.cities[0].renamed(to: "Oslo", id: 40)
        try atlas.store.performChanges { _ = try $0.insert(twin) }
        let expected = [1, 40, 4, 2, 6, 5, 3, 7]
        #expect(try atlas.store.fetch(\.id, City.sortedFetchRequest) == expected)
        #expect(City.sortedFetchRequest == City.all.sorted(by: City.defaultSort))
    }

    @Test func `T12 filters that are added to a request must all hold`() throws {
        let atlas = try AtlasTests.small()
        let request = City.sortedFetchRequest.where { $0.population >= 130_000 }
            .where { $0.kind == .capital }
        #expect(try atlas.store.fetch(\.name, request) == ["Oslo", "Bern"])
        for least in [0, 100_000, 400_000, 9_000_000] {
            let brute = AtlasData.small.cities.filter { ($0.population ?? -1) >= least }
            let found = try atlas.store.fetch(City.where { $0.population >= least })
            #expect(found == brute)
        }
    }

    @Test func `T18 a closure of changes is one commit and returns its value`() throws {
        let atlas = try AtlasTests.small()
        let before = try atlas.store.snapshot().commitNumber
        let count = try atlas.store.performChanges { changes in
            for id in 100..<200 {
                try changes.insert(AtlasData.small.cities[0].renamed(to: "\(id)", id: id))
            }
            return try changes.count(City.all)
        }
        #expect(count == 107)
        #expect(try atlas.store.snapshot().commitNumber == before + 1)
    }

    @Test func `T19 an error undoes the whole change, including the bytes of the files`() throws {
        struct Enough: Error {}
        let folder = try TemporaryFolder()
        let atlas = try Atlas(at: folder.path("a.nacre"))
        try atlas.load(.small)
        let before = try folder.contents("a.nacre")
        #expect(throws: Enough.self) {
            try atlas.store.performChanges { changes in
                for id in 100..<200 {
                    try changes.insert(AtlasData.small.cities[0].renamed(to: "\(id)", id: id))
                }
                throw Enough()
            }
        }
        #expect(try folder.contents("a.nacre") == before)
        #expect(try atlas.store.count(City.all) == 7)
    }

    @Test func `T26 a store that was not closed is complete when it is opened again`() throws {
        let folder = try TemporaryFolder()
        let atlas = try Atlas(at: folder.path("a.nacre"))
        try atlas.load(.small)
        // The files as a killed process leaves them.
        try FileManager.default.copyItem(
            atPath: folder.path("a.nacre"), toPath: folder.path("b.nacre"))
        let other = try Atlas(at: folder.path("b.nacre"))
        #expect(try other.store.fetch(City.all) == AtlasData.small.cities)
        try other.store.close()
        #expect(try Store.verify(at: folder.path("b.nacre"), deep: true).isSound)
    }

    /// A memo, whose declaration contains everything about it.
    @Entity
    struct Memo: Hashable {
        let id: Int
        @Attribute(.indexed, .length(1...10)) var text: String
        @Relationship(.cascade) var town: Ref<Town>?
        var isHidden: Bool = false
        static let defaultSort: Sorting<Memo> = [\.text.descending]
        static let defaultFilter = Filter<Memo> { $0.isHidden == false }
        static let rules = [Rule<Memo>("is not about itself") { $0.text != "memo" }]
    }

    @Test func `T14 a type declares its order, default filter, rules, indexes and delete rules`()
        throws
    {
        let store = try Store.inMemory(Memo.self, Town.self)
        try store.performChanges { changes in
            try changes.insert(Town(id: 1, name: "Oslo", mayor: nil))
            for (id, text) in ["b", "c", "a"].enumerated() {
                try changes.insert(Memo(id: id, text: text, town: Ref(id: 1), isHidden: id == 2))
            }
        }
        #expect(try store.fetch(\.text, Memo.sortedFetchRequest) == ["c", "b"])
        // Only an index can answer this.
        #expect(try store.rank(of: "b", Memo.self, \.text) == 1)
        for text in ["", "memo", "eleven chars"] {
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.insert(Memo(id: 9, text: text, town: nil)) }
            }
            #expect(error?.code == .invalidObject)
        }
        try store.performChanges { _ = try $0.delete(Town.self, 1) }
        #expect(try store.count(Memo.all.ignoringDefaultFilter) == 0)
    }
}
