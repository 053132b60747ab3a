import Foundation
import Nacre
import NacreTestSupport
import Testing

/// The explanations of how groups will be made.
@Suite struct GroupExplanationTests {
    private struct Owner: Entity {
        let id: Int
        var name: String

        static let schema = EntitySchema(
            Owner.init, Attribute("id", \.id), Attribute("name", \.name, .indexed))
    }

    private struct Mill: Entity {
        let id: Int
        var river: String
        var wheels: Int
        var built: Int
        var floors: Int
        var height: Double?
        var owner: Ref<Owner>?

        static let schema = EntitySchema(
            Mill.init, Attribute("id", \.id), Attribute("river", \.river, .columnar),
            Attribute("wheels", \.wheels, .columnar), Attribute("built", \.built, .indexed),
            Attribute("floors", \.floors), Attribute("height", \.height),
            Attribute("owner", \.owner, .relationship(.nullify)))
    }

    private func mills() throws -> Store {
        let store = try Store.inMemory(Mill.self, Owner.self)
        try store.performChanges { changes in
            let owner = try changes.insert(Owner(id: 1, name: "Ada"))
            for id in 1...100 {
                try changes.insert(
                    Mill(
                        id: id, river: "r\(id % 7)", wheels: id, built: id, floors: id % 3,
                        height: Double(id), owner: id % 2 == 0 ? Ref(owner) : nil))
            }
        }
        return store
    }

    @Test func `groups by several attributes explain their objects, keys and aggregates`() throws {
        let store = try mills()
        let explanation = try store.explainGroups(
            Mill.where { $0.built <= 10 && $0.floors > 0 }, by: \.river, \.floors, \.owner.name,
            with: .count, .sum(\.wheels), .min(\.height), .max(\.floors), .average(\.height)
        ) { $0.values.0 > 1 }
        #expect(explanation.objects.indexes == ["built"])
        #expect(explanation.objects.candidateCount == 10)
        #expect(!explanation.objects.isSorted)
        #expect(explanation.keys == ["river", "floors", "owner.name"])
        #expect(
            explanation.aggregates
                == ["count", "sum(wheels)", "min(height)", "max(floors)", "average(height)"])
        #expect(explanation.columns == [])
        #expect(explanation.isTested)
        #expect(
            explanation.description == """
                Mill: index on built, 10 of 100 objects
                filter: floors > 0
                groups: count, sum(wheels), min(height), max(floors), average(height) by river, \
                floors, owner.name
                having: a test of each group
                """)
    }

    @Test func `columns are named if they can answer everything`() throws {
        let store = try mills()
        let known = try store.explainGroups(
            Mill.all, by: \.river, with: .count, .sum(\.wheels))
        #expect(known.columns == ["river", "wheels"])
        #expect(!known.isTested)
        #expect(
            known.description == """
                Mill: all objects, 100 of 100 objects
                groups: count, sum(wheels) by river, known by columns river, wheels
                """)
        let alone = try store.explainGroups(Mill.all, by: \.river)
        #expect(alone.description.hasSuffix("\ngroups: by river, known by column river"))
        let asked = try store.explainGroups(Mill.all, by: \.river, with: .sum(\.floors))
        #expect(asked.columns == [])
        #expect(asked.description.hasSuffix("\ngroups: sum(floors) by river"))
        try store.performChanges { changes in
            let pending = try changes.explainGroups(Mill.all, by: \.river, with: .count)
            #expect(pending.columns == [] && pending.objects.objectCount == 100)
        }
    }

    @Test func `indexes are named if they can answer everything`() throws {
        let store = try mills()
        let known = try store.explainGroups(Owner.all, by: \.name, with: .count, .max(\.name))
        #expect(known.columns == [] && known.indexes == [])
        let named = try store.explainGroups(Owner.all, by: \.name, with: .count)
        #expect(named.indexes == ["name"])
        #expect(named.description.hasSuffix("\ngroups: count by name, known by index on name"))
    }

    @Test func `columns of long texts are not named if all objects are read anyway`() throws {
        let store = try Store.inMemory(Mill.self, Owner.self)
        try store.performChanges { changes in
            for id in 0..<2000 {
                try changes.insert(
                    Mill(
                        id: id, river: "a long river name \(id % 7)", wheels: id % 3, built: id,
                        floors: 1))
            }
        }
        #expect(try store.explainGroups(Mill.all, by: \.river, with: .count).columns == [])
        #expect(try store.explainGroups(Mill.all, by: \.wheels, with: .count).columns == ["wheels"])
    }

    @Test func `an aggregate explains how it is computed`() throws {
        let store = try mills()
        let some = Mill.where { $0.built > 40 && $0.built <= 70 }
        let count = try store.explain(.count, some)
        #expect(count.description == "Mill: index on built, 30 of 100 objects")
        #expect(!count.isSorted)
        let greatest = try store.explain(.max(\.built), Mill.all)
        #expect(greatest.indexes == ["built"])
        #expect(
            greatest.description.hasSuffix("order: that of the index on built, descending"))
        let least = try store.explain(.min(\.built), some)
        #expect(least.description.hasSuffix("order: that of the index on built"))
        let unknown = try store.explain(.max(\.floors), Mill.all)
        #expect(unknown.description == "Mill: all objects, 100 of 100 objects")
        let sum = try store.explain(.sum(\.wheels), some)
        #expect(sum.indexes == ["built"])
        let inIndex = try store.explain(.sum(\.built), Mill.all)
        #expect(inIndex.description == "Mill: index on built, 100 of 100 objects")
        let inColumn = try store.explain(.sum(\.wheels), Mill.all)
        #expect(inColumn.description == "Mill: all objects, 100 of 100 objects")
        let few = try store.explain(.sum(\.wheels), Mill.all.sorted(\.built.ascending).limit(3))
        #expect(few.description.hasSuffix("order: that of the index on built"))
        let dances = try Store.inMemory(Dance.self)
        #expect(storeError { try dances.explain(.count, Mill.all) }?.code == .unknownEntity)
    }

    @Test func `an order is named only if a limit selects objects by it`() throws {
        let store = try mills()
        let sorted = Mill.all.sorted(\.built.descending)
        let all = try store.explainGroups(sorted, by: \.floors, with: .count)
        #expect(!all.description.contains("order:"))
        let first = try store.explainGroups(sorted.limit(5), by: \.floors, with: .count)
        #expect(
            first.description == """
                Mill: index on built, 100 of 100 objects
                order: that of the index on built, descending
                groups: count by floors
                """)
    }

    @Test func `other objects in a filter are explained, and an unknown entity is refused`() throws
    {
        let store = try mills()
        let reached = try store.explainGroups(
            Mill.where { $0.owner.name == "Ada" }, by: \.owner.name, with: .count)
        #expect(reached.description.contains("\nowner: 1 found by Owner: index on name, 1 of 1"))
        #expect(reached.description.hasSuffix("\ngroups: count by owner.name"))
        let dances = try Store.inMemory(Dance.self)
        let error = storeError {
            try dances.explainGroups(Mill.all, by: \.river, with: .count)
        }
        #expect(error?.code == .unknownEntity)
    }
}
