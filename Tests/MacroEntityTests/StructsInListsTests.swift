#if Macros
    import Foundation
    import Nacre
    import Testing

    /// Structs in lists and dictionaries, some of which are nil, or older than their properties.
    @Suite struct StructsInListsTests {
        @Embedded
        struct Shelf: Hashable {
            var name: String
            var rank: Int = 3
        }

        @Embedded
        struct Note: Hashable { var text: String? }

        @Entity
        struct Board: Hashable {
            let id: Int
            var slots: [Shelf?] = []
            var shelves: [String: Shelf] = [:]
            var notes: [String: Note] = [:]
        }

        private static let boards: [Board] = {
            let (usual, other) = (Shelf(name: "a"), Shelf(name: "a", rank: 4))
            return [
                Board(id: 0, slots: [nil], shelves: ["a": usual], notes: ["a": Note()]),
                Board(id: 1, slots: [usual], shelves: ["b": other], notes: ["b": Note(text: "b")]),
                Board(id: 2, slots: [other, nil]),
            ]
        }()

        private func check(_ filter: Filter<Board>, _ holds: (Board) -> Bool) throws {
            let store = try Store.inMemory(Board.self)
            try store.performChanges { try $0.insert(contentsOf: Self.boards) }
            let found = try store.fetch(\.id, Board.where(filter))
            #expect(found == Self.boards.filter(holds).map(\.id), "\(filter)")
            let again = try Filter<Board>(parsing: filter.description)
            #expect(try store.count(Board.where(again)) == found.count, "\(filter)")
        }

        @Test func `properties of a struct that is nil are nil, and not their defaults`() throws {
            for rank in [3, 4, nil] {
                try check(Filter { $0.slots.contains { $0.rank == rank } }) {
                    $0.slots.contains { $0?.rank == rank }
                }
                try check(Filter { $0.slots.contains { $0.rank != rank } }) {
                    $0.slots.contains { $0?.rank != rank }
                }
                try check(Filter { $0.shelves["a"].rank == rank }) {
                    $0.shelves["a"]?.rank == rank
                }
                try check(Filter { $0.shelves["a"].rank != rank }) {
                    $0.shelves["a"]?.rank != rank
                }
            }
        }

        @Test func `a missing key differs from a struct whose properties are all nil`() throws {
            for board in Self.boards {
                try check(Filter { $0.slots == board.slots }) { $0.slots == board.slots }
                try check(Filter { $0.shelves != board.shelves }) { $0.shelves != board.shelves }
                try check(Filter { $0.notes == board.notes }) { $0.notes == board.notes }
            }
            try check(Filter { $0.shelves == ["b": Shelf(name: "a")] }) { _ in false }
            try check(Filter { $0.notes == ["b": Note()] }) { _ in false }
        }

        enum Old {
            @Embedded
            struct Shelf: Hashable { var rank: Int? }

            @Entity
            struct Rack {
                let id: Int
                var shelves: [Shelf]
            }
        }

        enum New {
            @Embedded
            struct Shelf: Hashable { var rank: Int = 3 }

            @Entity
            struct Rack: Hashable {
                let id: Int
                var shelves: [Shelf]
            }
        }

        @Test func `a property that was nil before it was required reads as its default`() throws {
            let path = FileManager.default.temporaryDirectory
                .appending(path: "nacre-\(UUID().uuidString)").path()
            defer { try? FileManager.default.removeItem(atPath: path) }
            let old = try Store(at: path, Old.Rack.self)
            try old.performChanges { changes in
                try changes.insert(Old.Rack(id: 1, shelves: [Old.Shelf(rank: nil)]))
                try changes.insert(Old.Rack(id: 2, shelves: [Old.Shelf(rank: 3)]))
                try changes.insert(Old.Rack(id: 3, shelves: [Old.Shelf(rank: 4)]))
            }
            try old.close()
            let store = try Store(at: path, New.Rack.self)
            let racks = try store.fetch(New.Rack.all)
            for shelf in [New.Shelf(), New.Shelf(rank: 4)] {
                let wanted = racks.filter { $0.shelves == [shelf] }
                #expect(try store.fetch(New.Rack.where { $0.shelves == [shelf] }) == wanted)
                let rank = shelf.rank
                let tested = New.Rack.where { $0.shelves.contains { $0.rank == rank } }
                #expect(try store.fetch(tested) == wanted)
            }
            try store.close()
        }
    }
#endif
