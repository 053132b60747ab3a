import Foundation
import Nacre
import Testing

/// The kinds of relationships that a model of the talk's book builds in code, one by one. All are
/// written to the disk and then followed from both sides.
@Suite struct RelationshipRowTests {
    @Entity
    struct Nation: Hashable {
        let id: String
        /// One to one: a town is the capital of one nation.
        @Relationship(.deny) @Attribute(.unique) var capital: Ref<Settlement>?
        /// One to many.
        @Relationship(inverse: \Settlement.nation) var settlements: ToMany<Settlement>
        /// Many to many, unordered.
        @Relationship(.nullify) var allies: Set<Ref<Nation>> = []
        @Relationship(inverse: \Nation.allies) var allyOf: ToMany<Nation>
    }

    @Entity
    struct Settlement: Hashable {
        let id: Int
        @Relationship(.cascade) var nation: Ref<Nation>
        @Relationship(inverse: \Nation.capital) var capitalOf: ToMany<Nation>
        @Relationship(inverse: \Railway.stops) var railways: ToMany<Railway>
    }

    @Entity
    struct Railway: Hashable {
        let id: Int
        /// Many to many, in an order.
        @Relationship(.nullify) var stops: [Ref<Settlement>] = []
    }

    private static let nations = [
        Nation(id: "CH", capital: Ref(id: 3), allies: [Ref(id: "NO"), Ref(id: "SE")]),
        Nation(id: "NO", capital: Ref(id: 1), allies: [Ref(id: "SE")]),
        Nation(id: "SE", capital: nil),
    ]
    private static let railways = [
        Railway(id: 1, stops: [Ref(id: 2), Ref(id: 1), Ref(id: 4)]),
        Railway(id: 2, stops: [Ref(id: 4), Ref(id: 2)]),
    ]

    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("a.nacre")
        let written = try Store(at: path, Nation.self, Settlement.self, Railway.self)
        try written.performChanges { changes in
            for (id, nation) in [(1, "NO"), (2, "NO"), (3, "CH"), (4, "SE")] {
                try changes.insert(Settlement(id: id, nation: Ref(id: nation)))
            }
            try changes.insert(contentsOf: Self.nations)
            try changes.insert(contentsOf: Self.railways)
        }
        try written.close()
        store = try Store(at: path, Nation.self, Settlement.self, Railway.self)
    }

    private func nation(_ id: String) throws -> Nation {
        try #require(try store.find(Nation.self, id))
    }

    private func settlement(_ id: Int) throws -> Settlement {
        try #require(try store.find(Settlement.self, id))
    }

    @Test func `R6 a one-to-one reference leads both ways and belongs to one object`() throws {
        #expect(try store.find(nation("NO").capital)?.id == 1)
        #expect(try store.only(settlement(1).capitalOf.request)?.id == "NO")
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { changes in
                _ = try changes.update(Nation.self, "SE") { $0.capital = Ref(id: 1) }
            }
        }
        #expect(error?.code == .uniqueViolation)
        // Any number of nations may have none.
        try store.performChanges { changes in
            _ = try changes.update(Nation.self, "CH") { $0.capital = nil }
        }
        #expect(try store.count(Nation.where { $0.capital == nil }) == 2)
    }

    @Test func `R6 a one-to-many reference is set on one side and visible on the other`() throws {
        #expect(try store.fetch(nation("NO").settlements).map(\.id) == [1, 2])
        try store.performChanges { changes in
            _ = try changes.update(Settlement.self, 2) { $0.nation = Ref(id: "SE") }
        }
        #expect(try store.fetch(nation("NO").settlements).map(\.id) == [1])
        #expect(try store.fetch(nation("SE").settlements).map(\.id) == [2, 4])
    }

    @Test func `R6 a many-to-many reference leads both ways and has no duplicates`() throws {
        #expect(try nation("CH").allies == [Ref(id: "SE"), Ref(id: "NO")])
        #expect(try store.fetch(nation("SE").allyOf).map(\.id) == ["CH", "NO"])
        try store.performChanges { changes in
            try changes.update(Nation.self, "SE") { nation in
                nation.allies.formUnion([Ref(id: "NO"), Ref(id: "NO")])
            }
        }
        #expect(try store.fetch(nation("NO").allyOf).map(\.id) == ["CH", "SE"])
    }

    @Test func `R6 an ordered many-to-many reference keeps its order on disk and in changes`()
        throws
    {
        func stops(_ id: Int) throws -> [Int] {
            try #require(try store.find(Railway.self, id)).stops.map(\.id)
        }
        #expect(try stops(1) == [2, 1, 4])
        #expect(try stops(2) == [4, 2])
        #expect(try store.fetch(settlement(4).railways).map(\.id) == [1, 2])
        #expect(try store.fetch(settlement(1).railways).map(\.id) == [1])
        try store.performChanges { changes in
            _ = try changes.update(Railway.self, 1) { $0.stops.swapAt(0, 2) }
        }
        #expect(try stops(1) == [4, 1, 2])
        // A deleted object leaves the others in their order.
        try store.performChanges { _ = try $0.delete(Settlement.self, 2) }
        #expect(try stops(1) == [4, 1])
        #expect(try stops(2) == [4])
    }
}
