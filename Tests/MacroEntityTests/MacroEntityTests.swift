#if Macros
    import Foundation
    import MacroMainActorEntities
    import MacroNameClashes
    import MacroPublicEntities
    import Nacre
    import Testing

    /// Types beside the one that uses them: generated code sees them, as the struct itself does.
    enum Inventory {
        enum Size: String, Storable {
            case small, large
        }

        @Embedded
        struct Box: Hashable {
            var size: Size
            var label: String = "box"
        }

        @Entity
        struct Item: Hashable {
            let id: Int
            var box: Box
            var spare: [Box]
            var sizes: Set<Size> = [.small]
            private var price: Int = 5

            init(id: Int, box: Box) {
                self.id = id
                self.box = box
                spare = [box]
            }
        }

        @Entity
        fileprivate struct Note: Hashable {
            var first, second: Int
            var size = Size.RawValue("small")
            private var text: String = ""

            init(_ text: String) {
                first = 1
                second = 2
                self.text = text
            }
        }

        fileprivate static let notes = Note.where { $0.text == "a" && $0.first == 1 }
    }

    @Suite struct MacroEntityTests {
        @Test func `public entities of another module are read back equal`() throws {
            let store = try Store.inMemory(PublicCity.self)
            var oslo = PublicCity(
                code: "OSL", name: "Oslo", country: "NO", population: 700_000, secret: "x")
            let place = PublicPlace(latitude: 59.9, longitude: 10.7)
            oslo.townHall = PublicAddress(street: "Radhusplassen 1", place: place)
            oslo.offices = [PublicAddress(street: "A", city: "B"), PublicAddress(street: "C")]
            oslo.statistics = ["rain": [1, 2.5]]
            oslo.motto = "abc"
            oslo.twin = Ref(oslo)
            oslo.budget = -7
            let empty = PublicCity(
                code: "BGO", name: "Bergen", country: "NO", population: 3, secret: "y")
            try store.performChanges { changes in
                try changes.insert(oslo)
                try changes.insert(empty)
            }
            #expect(try store.fetch(PublicCity.sortedFetchRequest) == [oslo, empty])
            #expect(try store.find(PublicCity.self, oslo.id)?.title == "Oslo (x)")
            #expect(try store.find(PublicCity.self, \.code, "BGO") == empty)
            let there = PublicCity.where {
                $0.townHall.place.latitude > 50 && $0.country == "NO" && $0.motto != nil
                    && $0.budget == -7
            }
            #expect(try store.fetch(there) == [oslo])
            #expect("\(there)".contains("country_id"))
            #expect("\(PublicCity.where { $0.townHall.street == "x" })".contains("townHall.road"))
        }

        @Test func `a transient property is read as its default`() throws {
            let store = try Store.inMemory(PublicCity.self)
            var city = PublicCity(
                code: "a", name: "b", country: "c", population: 1, secret: "d")
            city.isSelected = true
            try store.performChanges { try $0.insert(city) }
            #expect(try store.find(PublicCity.self, city.id)?.isSelected == false)
        }

        @Test func `entities of a main-actor module work on and off the main actor`() async throws {
            let store = try Store.inMemory(Building.self, Owner.self)
            try await insertBuildings(into: store)
            #expect(try store.fetch(\.number, Building.sortedFetchRequest) == [1, 2])
            let found = try await shops(in: store)
            #expect(found.map(\.number) == [2])
            #expect(try previous(of: found[0], in: store) == 2)
            #expect(try store.fetch(Owner.all).map(\.home.x) == [5])
        }

        @Test func `keywords and names from the library are valid property names`() throws {
            let store = try Store.inMemory(Clash.self)
            let clash = Clash.sample
            try store.performChanges { try $0.insert(clash) }
            #expect(try store.fetch(Clash.request) == [clash])
            #expect(try store.find(Clash.self, \.return, "r") == clash)
        }

        @Test func `nested entities see the types next to them`() throws {
            let store = try Store.inMemory(Inventory.Item.self, Inventory.Note.self)
            let item = Inventory.Item(id: 1, box: Inventory.Box(size: .large))
            let note = Inventory.Note("a")
            try store.performChanges { changes in
                try changes.insert(item)
                try changes.insert(note)
                try changes.insert(Inventory.Note("b"))
            }
            #expect(try store.fetch(Inventory.Item.where { $0.box.size == .large }) == [item])
            #expect(try store.fetch(Inventory.notes) == [note])
        }
    }
#endif
