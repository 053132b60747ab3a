import Nacre
import NacreTestSupport
import Testing

/// Upserts by unique attributes, one call at a time.
@Suite struct UpsertTests {
    struct Page: Entity, Equatable {
        let id: Int
        var address: String
        var badge: Int?
        var title: String?
        var visits: Int
        var place: Place?

        static let schema = EntitySchema(
            Page.init, Attribute("id", \.id),
            Attribute("address", \.address, .unique, .length(1...9)),
            Attribute("badge", \.badge, .unique), Attribute("title", \.title),
            Attribute("visits", \.visits, .range(0...)), Attribute("place", \.place))

        init(
            id: Int, address: String, badge: Int? = nil, title: String? = nil, visits: Int = 0,
            place: Place? = nil
        ) {
            (self.id, self.address, self.badge) = (id, address, badge)
            (self.title, self.visits, self.place) = (title, visits, place)
        }
    }

    private static func filled() throws -> Store {
        let store = try Store.inMemory(Page.self)
        try store.performChanges { changes in
            try changes.insert(Page(id: 1, address: "a", badge: 7, title: "old", visits: 3))
            try changes.insert(Page(id: 2, address: "b"))
        }
        return store
    }

    @Test func `an optional unique attribute finds and upserts like any other`() throws {
        let store = try Self.filled()
        #expect(try store.find(Page.self, \.badge, 7)?.id == 1)
        #expect(try store.find(Page.self, \.badge, 8) == nil)
        #expect(try store.find(Page.self, \.badge, nil) == nil)
        try store.performChanges { changes in
            let found = try changes.findOrInsert(Page.self, \.badge, 7) {
                Page(id: 9, address: "x", badge: 7)
            }
            let made = try changes.findOrInsert(Page.self, \.badge, 8) {
                Page(id: 3, address: "c", badge: 8)
            }
            let upserted = try changes.upsert(Page(id: 9, address: "d", badge: 8), on: \.badge)
            #expect(found.id == 1 && made.id == 3 && upserted.id == 3)
            #expect(upserted.address == "d")
        }
        #expect(try store.count(Page.all) == 3)
    }

    @Test func `merging takes non-nil values, some attributes, or a closure's result`() throws {
        let store = try Self.filled()
        try store.performChanges { changes in
            let new = Page(id: 9, address: "a", title: nil, visits: 5)
            let merged = try changes.upsert(new, on: \.address, conflict: .merge)
            #expect(merged == Page(id: 1, address: "a", badge: 7, title: "old", visits: 5))
            let some = try changes.upsert(
                new, on: \.address, conflict: .merge(\.title, \.badge))
            #expect(some == Page(id: 1, address: "a", badge: nil, title: nil, visits: 5))
            let summed = try changes.upsert(
                new, on: \.address,
                conflict: .merge { stored, new in
                    stored.visits += new.visits
                })
            #expect(summed.visits == 10 && summed.id == 1)
            // If there is no such object, it is added unchanged.
            let added = try changes.upsert(
                Page(id: 4, address: "z", visits: 2), on: \.address, conflict: .merge(\.visits))
            #expect(added.id == 4)
        }
        #expect(try store.find(Page.self, 1)?.visits == 10)
    }

    @Test func `merging takes whole structs, and no half of an optional one`() throws {
        let store = try Self.filled()
        let place = Place(
            street: "s", city: nil, rank: .low, tags: [],
            position: Position(latitude: 1, longitude: nil), former: nil)
        try store.performChanges { changes in
            try changes.update(Page.self, 1) { $0.place = place }
            let new = Page(id: 9, address: "a")
            #expect(try changes.upsert(new, on: \.address, conflict: .merge).place == place)
            #expect(
                try changes.upsert(new, on: \.address, conflict: .merge(\.place)).place == nil)
            let error = #expect(throws: StoreError.self) {
                try changes.upsert(new, on: \.address, conflict: .merge(\.place.street))
            }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("'place.street'") == true)
        }
    }

    @Test func `a merge that changes the id or breaks a rule is refused`() throws {
        struct Moved: Error {}
        let store = try Self.filled()
        try store.performChanges { changes in
            let new = Page(id: 9, address: "a", visits: -1)
            #expect(throws: StoreError.self) {
                try changes.upsert(
                    new, on: \.address, conflict: .merge { stored, new in stored = new })
            }
            let error = #expect(throws: StoreError.self) {
                try changes.upsert(new, on: \.address, conflict: .merge)
            }
            #expect(error?.code == .invalidObject)
            // An attribute that is not stored may have any value.
            try changes.upsert(new, on: \.address, conflict: .keepExisting)
            try changes.upsert(new, on: \.address, conflict: .merge(\.title))
        }
        #expect(try store.find(Page.self, 1)?.visits == 3)
    }

    @Test func `an upsert that matches two objects names both`() throws {
        let store = try Self.filled()
        try store.performChanges { changes in
            let error = #expect(throws: StoreError.self) {
                try changes.upsert(Page(id: 9, address: "b", badge: 7), on: \.address)
            }
            #expect(error?.code == .uniqueViolation)
            #expect(error?.message.contains("the id 2 by 'address'") == true)
            #expect(error?.message.contains("'badge'") == true)
            #expect(error?.message.contains("the id 1.") == true)
        }
    }

    @Test func `all errors of several objects are one error, and none is stored`() throws {
        let store = try Self.filled()
        let pages = [
            Page(id: 5, address: "new"), Page(id: 6, address: "a", visits: -1),
            Page(id: 7, address: "b", visits: -1), Page(id: 8, address: ""),
        ]
        for conflict in [UpsertConflict<Page>.replace, .merge] {
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { changes in
                    try changes.upsert(contentsOf: pages, on: \.address, conflict: conflict)
                }
            }
            #expect(error?.violations.map(\.attribute) == ["visits", "visits", "address"])
        }
        #expect(try store.count(Page.all) == 2)
    }
}
