#if Macros
    import Nacre
    import Testing

    /// Unique values that move between objects within one change.
    @Suite struct ExchangeTests {
        @Entity
        struct Person: Hashable {
            let id: Int
        }

        @Entity
        struct Passport: Hashable {
            let id: Int
            @Relationship(.cascade) @Attribute(.unique) var owner: Ref<Person>
        }

        @Entity
        struct Card: Hashable {
            #Unique<Card>([\.row, \.column])
            let id: Int
            @Attribute(.unique) var rank: Int
            var row: Int = 0
            var column: Int
        }

        /// An entity whose hook moves others out of the way.
        @Entity
        struct Track: Hashable, WillSave {
            let id: Int
            @Attribute(.unique) var position: Int
            @Attribute(.unique(conflict: .replace)) var title: String

            mutating func willSave(replacing old: Track?, in changes: WriteTransaction) throws {
                guard old == nil else { return }
                let start = position
                let later = try changes.fetch(
                    Track.where { $0.position >= start }.sorted(\.position.ascending))
                for track in later {
                    try changes.update(Track.self, track.id) { $0.position += 1 }
                }
            }
        }

        private static func cards(_ count: Int) throws -> Store {
            let store = try Store.inMemory(Card.self)
            try store.performChanges { changes in
                for id in 0..<count { try changes.insert(Card(id: id, rank: id, column: id)) }
            }
            return store
        }

        @Test func `values rotate through all objects, one by one and together`() throws {
            let store = try Self.cards(100)
            try store.performChanges { changes in
                for id in 0..<100 {
                    try changes.update(Card.self, id) { card in
                        card.rank = (id + 1) % 100
                        card.column = (id + 7) % 100
                    }
                }
            }
            for id in 0..<100 {
                #expect(try store.find(Card.self, \.rank, (id + 1) % 100)?.id == id)
                #expect(
                    try store.only(Card.self) { $0.row == 0 && $0.column == (id + 7) % 100 }?.id
                        == id)
            }
        }

        @Test func `all objects share a value for a while`() throws {
            let store = try Self.cards(5000)
            try store.performChanges { changes in
                try changes.update(Card.all) { $0.rank = 0 }
                #expect(try changes.count(Card.where { $0.rank == 0 }) == 5000)
                for id in 0..<5000 { try changes.update(Card.self, id) { $0.rank = 5000 - id } }
            }
            #expect(try store.find(Card.self, \.rank, 1)?.id == 4999)
            #expect(try store.find(Card.self, \.rank, 0) == nil)
        }

        @Test func `the error names both objects, and nothing is stored`() throws {
            let store = try Self.cards(3)
            let before = try store.fetch(Card.all)
            var inside: StoreError?
            var found: [Int] = []
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { changes in
                    try changes.update(Card.self, 2) { $0.rank = 1 }
                    found = try changes.fetch(\.id, Card.where { $0.rank == 1 })
                    do { _ = try changes.find(Card.self, \.rank, 1) } catch {
                        inside = error as? StoreError
                    }
                }
            }
            #expect(inside?.code == .uniqueViolation && found == [1, 2])
            #expect(error?.code == .uniqueViolation)
            #expect(error?.message.contains("the ids 1 and 2") == true)
            #expect(error?.obstacle?.attributes == ["rank"])
            #expect(try store.fetch(Card.all) == before)
            #expect(throws: StoreError.self) {
                try store.dryRun { try $0.update(Card.self, 2) { $0.rank = 1 } }
            }
        }

        @Test func `what a savepoint undoes is not compared`() throws {
            struct Undone: Error {}
            let store = try Self.cards(3)
            try store.performChanges { changes in
                #expect(throws: Undone.self) {
                    try changes.savepoint {
                        try changes.update(Card.self, 2) { $0.rank = 1 }
                        throw Undone()
                    }
                }
                try changes.update(Card.self, 0) { $0.rank = 9 }
            }
            #expect(try store.fetch(\.rank, Card.all.sorted(\.id.ascending)) == [9, 1, 2])
        }

        @Test func `deleting an object follows all references that share it for a while`() throws {
            let store = try Store.inMemory(Person.self, Passport.self)
            try store.performChanges { changes in
                for id in 0..<3 {
                    try changes.insert(Person(id: id))
                    try changes.insert(Passport(id: id, owner: Ref(id: id)))
                }
            }
            try store.performChanges { changes in
                try changes.update(Passport.self, 2) { $0.owner = Ref(id: 1) }
                #expect(try changes.delete(Person.self, 1))
            }
            #expect(try store.fetch(\.id, Passport.all) == [0])
            #expect(try store.fetch(\.id, Person.all.sorted(\.id.ascending)) == [0, 2])
        }

        @Test func `hooks may exchange values, whatever call they serve`() throws {
            let store = try Store.inMemory(Track.self)
            try store.performChanges { changes in
                for id in 0..<4 {
                    try changes.insert(Track(id: id, position: id, title: "t\(id)"))
                }
                // Each of them moves all later tracks by one.
                try changes.upsert(Track(id: 10, position: 1, title: "new"), on: \.title)
                try changes.save(Track(id: 11, position: 0, title: "first"))
                try changes.findOrInsert(Track.self, \.title, "last") {
                    Track(id: 12, position: 6, title: "last")
                }
            }
            let titles = try store.fetch(\.title, Track.all.sorted(\.position.ascending))
            #expect(titles == ["first", "t0", "new", "t1", "t2", "t3", "last"])
        }

        @Test func `objects with a declared conflict exchange values by save`() throws {
            let store = try Store.inMemory(Track.self)
            try store.performChanges { changes in
                for id in 0..<2 {
                    try changes.insert(Track(id: id, position: id, title: "t\(id)"))
                }
            }
            try store.performChanges { changes in
                try changes.save(Track(id: 0, position: 1, title: "t1"))
                try changes.save(Track(id: 1, position: 0, title: "t0"))
            }
            #expect(try store.find(Track.self, \.title, "t1")?.id == 0)
        }
    }
#endif
