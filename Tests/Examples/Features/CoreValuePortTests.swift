import Foundation
import Nacre
import Testing

/// Two of CoreValue's own cases, each solved in the other way: CoreValue had only one kind of
/// nested value and one kind of identity. `CoreValueTests` and `CoreValueIdentityTests` show the
/// first way.
@Suite struct CoreValuePortTests {
    @Embedded
    struct Clerk: Hashable {
        var name: String
        var age: Int
    }

    @Entity
    struct Shop: Hashable {
        let id: Int
        var owner: Clerk?
        var clerks: [Clerk] = []
    }

    @Test func `an embedded employee of two shops is two values and no object`() throws {
        let store = try Store.inMemory(Shop.self)
        let zoe = Clerk(name: "Zoe", age: 30)
        try store.performChanges { changes in
            try changes.insert(contentsOf: [
                Shop(id: 1, owner: zoe, clerks: [zoe]), Shop(id: 2, owner: zoe, clerks: [zoe]),
            ])
        }
        // Only the two shops are stored.
        let records = try store.statistics.segments.reduce(0) { $0 + $1.liveRecords }
        #expect(records == 2)
        #expect(try store.fetch(Shop.all).flatMap(\.clerks) == [zoe, zoe])
        try store.performChanges { changes in
            try changes.update(Shop.self, 1) { shop in
                shop.clerks[0].age = 31
                shop.owner?.age = 31
            }
        }
        // Each shop has its own.
        #expect(try store.fetch(Shop.all).map { $0.clerks.map(\.age) } == [[31], [30]])
        #expect(try store.fetch(\.id, Shop.where { $0.owner.age == 30 }) == [2])
        try store.performChanges { _ = try $0.delete(Shop.self, 1) }
        #expect(try store.fetch(Shop.all).flatMap(\.clerks) == [zoe])
    }

    @Entity
    struct Category: Hashable {
        var kind: String
        var label: String { didSet { identifier = "\(kind)-\(label)" } }
        @Attribute(.unique) var identifier: String
    }

    @Test func `a derived unique value changes with its object and then finds it`() throws {
        let store = try Store.inMemory(Category.self)
        var sport = try store.performChanges { changes in
            try changes.insert(
                Category(kind: "sport", label: "football", identifier: "sport-football"))
        }
        sport.label = "curling"
        try store.performChanges { [sport] in _ = try $0.save(sport) }
        #expect(try store.fetch(Category.all) == [sport])
        #expect(try store.find(Category.self, \.identifier, "sport-curling") == sport)
        #expect(try store.find(Category.self, \.identifier, "sport-football") == nil)
        // An upsert by it finds the object, which keeps its id.
        let other = Category(kind: "sport", label: "Curling!", identifier: "sport-curling")
        try store.performChanges { _ = try $0.upsert(other, on: \.identifier) }
        #expect(try store.fetch(Category.all).map(\.id) == [sport.id])
        #expect(try store.fetch(\.label, Category.all) == ["Curling!"])
    }
}
