#if Macros
    import Foundation
    import Nacre
    import Testing

    /// The place of a seat in a house, which is its id.
    struct Place: Codable, Hashable, Storable {
        var row: String
        var number: Int
    }

    @Entity
    struct Chair: Hashable {
        @Attribute(.id) let place: Place
        var price = 10
        @Relationship(inverse: \Booking.chair) var bookings: ToMany<Booking>
    }

    @Entity
    struct Booking: Hashable {
        let id: Int
        @Relationship(.nullify) @Attribute(.indexed) var chair: Ref<Chair>?
        @Relationship(.nullify) var others: [Ref<Chair>] = []
        @Attribute(.unguarded) var prices: [Ref<Chair>: Int] = [:]
    }

    /// Holds chairs by value, in each of the ways.
    @Entity
    struct Box: Hashable {
        @Attribute(.transformed(by: .json)) let id: Place
        var first: Chair
        @Relationship(.nullify) var best: Chair?
        @Relationship(.nullify) var chairs: [Chair] = []
        @Relationship(.nullify) var free: Set<Chair> = []
    }

    /// Ids of several parts: `Codable` structs.
    @Suite struct CompositeIDTests {
        private static let (a1, a2, b1) = (
            Place(row: "a", number: 1), Place(row: "a", number: 2), Place(row: "b", number: 1)
        )

        private static func store() throws -> Store {
            let store = try Store.inMemory(Chair.self, Booking.self, Box.self)
            try store.performChanges { changes in
                for place in [a1, a2, b1] { try changes.insert(Chair(place: place)) }
                try changes.insert(
                    Booking(
                        id: 1, chair: Ref(id: a1), others: [Ref(id: b1), Ref(id: a2)],
                        prices: [Ref(id: b1): 7]))
                try changes.insert(Booking(id: 2, chair: Ref(id: a1)))
            }
            return store
        }

        @Test func `V25 an object is found, changed, saved and deleted by it`() throws {
            let store = try Self.store()
            #expect(try store.find(Chair.self, Self.a2) == Chair(place: Self.a2))
            #expect(try store.find(Chair.self, Place(row: "b", number: 2)) == nil)
            let again = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.insert(Chair(place: Self.a1)) }
            }
            #expect(again?.code == .duplicateID)
            try store.performChanges { changes in
                try changes.update(Chair.self, Self.a1) { $0.price = 11 }
                try changes.save(Chair(place: Self.a2, price: 12))
                try changes.upsert(Chair(place: Place(row: "c", number: 1)))
                try changes.delete(Chair.self, Self.b1)
            }
            #expect(try store.fetch(\.price, Chair.all) == [11, 10, 12])
            #expect(
                try store.fetch(\.place, Chair.all)
                    == [Self.a1, Place(row: "c", number: 1), Self.a2])
            #expect(try store.find(Booking.self, 1)?.others == [Ref(id: Self.a2)])
        }

        /// An object whose id is the id of another one.
        @Entity
        struct Cushion: Hashable {
            @Attribute(.id) let chair: Ref<Chair>
            var colour = "red"
        }

        @Entity
        struct Cupboard: Hashable {
            let id: Int
            @Relationship(.nullify) var cushions: [Ref<Cushion>]
            @Relationship(.nullify) var best: Ref<Cushion>?
        }

        @Test func `V25 the id of another object is an id`() throws {
            let store = try Store.inMemory(Cupboard.self)
            let cushion = Cushion(chair: Ref(id: Self.a1))
            let cupboard = Cupboard(id: 1, cushions: [Ref(cushion)], best: Ref(cushion))
            try store.performChanges { changes in
                try changes.insert(Chair(place: Self.a1))
                try changes.insert(cushion)
                try changes.insert(cupboard)
            }
            #expect(try store.find(Cupboard.self, 1) == cupboard)
            #expect(try store.find(cupboard.best) == cushion)
            let groups = try store.group(Cupboard.all, by: \.best, .count)
            #expect(groups.map(\.key) == [Ref(cushion)])
            let holding = Cupboard.where { $0.cushions.contains(Ref(cushion)) }
            #expect(try store.count(holding) == 1)
        }

        @Test func `V25 look-ups by the field of the id find the object`() throws {
            let store = try Self.store()
            #expect(try store.find(Chair.self, \.place, Self.a1)?.price == 10)
            #expect(try store.find(Chair.self, \.id, Self.a1)?.price == 10)
            let found = try store.performChanges {
                try $0.findOrInsert(Chair.self, \.id, Self.a1) { Chair(place: Self.a1, price: 1) }
            }
            #expect(found.price == 10)
        }

        @Test func `V25 spellings of one letter are one id`() throws {
            let store = try Self.store()
            let (composed, decomposed) = ("\u{e9}", "e\u{301}")
            try store.performChanges {
                try $0.insert(Chair(place: Place(row: composed, number: 1), price: 3))
            }
            #expect(try store.find(Chair.self, Place(row: decomposed, number: 1))?.price == 3)
            #expect(throws: StoreError.self) {
                try store.performChanges {
                    try $0.insert(Chair(place: Place(row: decomposed, number: 1)))
                }
            }
        }

        @Test func `V25 filters compare it`() throws {
            let store = try Self.store()
            func prices(_ filter: Filter<Chair>) throws -> [Place] {
                try store.fetch(\.place, Chair.where(filter))
            }
            #expect(try prices(Filter { $0.id == Self.a1 }) == [Self.a1])
            #expect(try prices(Filter { $0.place != Self.a1 }) == [Self.b1, Self.a2])
            #expect(try prices(Filter { $0.id.isIn([Self.b1, Self.a2]) }) == [Self.b1, Self.a2])
            let predicate = #Predicate<Chair> { $0.place == place && $0.price == 10 }
            #expect(try prices(Filter(predicate)) == [Self.b1])
            let filter = Booking.where { $0.chair.place == Self.a1 && $0.chair == Ref(id: Self.a1) }
            #expect(try store.fetch(\.id, filter) == [1, 2])
            let others = Booking.where { $0.others.contains(Ref(id: Self.a2)) }
            #expect(try store.fetch(\.id, others) == [1])
            let inner = Booking.where { $0.others.contains { $0.id == Self.b1 } }
            #expect(try store.fetch(\.id, inner) == [1])
            #expect(try store.fetch(\.id, Booking.where { $0.others == [] }) == [2])
        }

        private var place: Place { Self.b1 }

        @Test func `V25 references lead to it in both directions and in collections`() throws {
            let store = try Self.store()
            let booking = try #require(try store.find(Booking.self, 1))
            #expect(booking.prices == [Ref(id: Self.b1): 7])
            #expect(try store.find(booking.chair)?.place == Self.a1)
            let chair = try #require(try store.find(Chair.self, Self.a1))
            #expect(try store.fetch(chair.bookings).map(\.id) == [1, 2])
            let busy = Chair.where { $0.bookings.contains { $0.id == 2 } }
            #expect(try store.fetch(busy) == [chair])
            let all = try store.fetch(Booking.all, including: \.chair)
            #expect(all[booking.chair] == chair)
            try store.performChanges { try $0.delete(chair) }
            #expect(try store.fetch(Booking.where { $0.chair == nil }).map(\.id) == [1, 2])
            let dangling = #expect(throws: StoreError.self) {
                try store.performChanges {
                    try $0.insert(Booking(id: 3, chair: Ref(id: Self.a1)))
                }
            }
            #expect(dangling?.code == .danglingReference)
        }

        @Test func `V25 objects by value are saved and read by it`() throws {
            let store = try Self.store()
            let c3 = Chair(place: Place(row: "c", number: 3), price: 30)
            let box = Box(
                id: Place(row: "x", number: 9), first: Chair(place: Self.a1, price: 5), best: c3,
                chairs: [c3, Chair(place: Self.b1)], free: [Chair(place: Self.a2), c3])
            try store.performChanges { try $0.insert(box) }
            #expect(try store.find(Box.self, box.id) == box)
            #expect(try store.find(Chair.self, Self.a1)?.price == 5)
            try store.performChanges { try $0.delete(c3) }
            let rest = try #require(try store.find(Box.self, box.id))
            #expect(rest.best == nil)
            #expect(rest.chairs == [Chair(place: Self.b1)])
            #expect(rest.free == [Chair(place: Self.a2)])
        }

        @Test func `V25 it is known after reopening and compaction, and commits name it`()
            async throws
        {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let store = try Store(at: path, Chair.self, Booking.self, Box.self)
            let commits = store.commits
            try await store.performChanges { changes in
                try changes.insert(Chair(place: Self.a1))
                try changes.insert(Chair(place: Self.a2))
            }
            try await store.performChanges { _ = try $0.delete(Chair.self, Self.a1) }
            try store.compact()
            try store.close()
            var deleted: [Chair] = []
            for try await commit in commits {
                guard let change = try commit.change(of: Self.a1, Chair.self) else { continue }
                if case .deleted(let last) = change { deleted.append(last) }
            }
            #expect(deleted == [Chair(place: Self.a1)])
            let again = try Store(at: path, Chair.self, Booking.self, Box.self)
            #expect(try again.find(Chair.self, Self.a1) == nil)
            #expect(try again.find(Chair.self, Self.a2) == Chair(place: Self.a2))
            try await again.performChanges { try $0.insert(Chair(place: Self.a1, price: 2)) }
            #expect(try again.find(Chair.self, Self.a1)?.price == 2)
            try again.close()
        }
    }
#endif
