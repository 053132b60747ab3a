#if Macros
    import Nacre
    import Testing

    /// Following the result of a request.
    @Suite struct ResultValuesTests {
        @Entity
        struct Town: Hashable {
            let id: Int
            var name: String
            var people: Int
            var mayor: Ref<Mayor>?
        }

        @Entity
        struct Mayor: Hashable {
            let id: Int
            var name: String
        }

        static func store() throws -> Store {
            let store = try Store.inMemory(Town.self, Mayor.self)
            try store.performChanges { changes in
                for id in 0..<10 {
                    try changes.insert(Town(id: id, name: "town \(id)", people: id * 10))
                }
                try changes.insert(Mayor(id: 1, name: "Anne"))
            }
            return store
        }

        @Test func `a result arrives at once, and again when it has changed`() async throws {
            let store = try Self.store()
            let request = Town.where { $0.people >= 50 }.sorted(\.people.descending).limit(3)
            var results = store.values(of: request).makeAsyncIterator()
            #expect(try await results.next()?.map(\.id) == [9, 8, 7])
            // A town that is not in the result, and another entity.
            try await store.performChanges { try $0.update(Town.self, 2) { $0.people = 21 } }
            try await store.performChanges { try $0.update(Mayor.self, 1) { $0.name = "x" } }
            try await store.performChanges { try $0.update(Town.self, 2) { $0.people = 85 } }
            #expect(try await results.next()?.map(\.id) == [9, 2, 8])
            try await store.performChanges { try $0.update(Town.self, 8) { $0.name = "new" } }
            #expect(try await results.next()?.map(\.name) == ["town 9", "town 2", "new"])
            try await store.performChanges { changes in
                try changes.delete(Town.all)
            }
            #expect(try await results.next() == [])
            try store.close()
            #expect(try await results.next() == nil)
        }

        @Test func `R13 changes list removals, insertions, moves and updates`() async throws {
            let store = try Self.store()
            let request = Town.all.sorted(\.people.ascending)
            var results = store.values(of: request).changes.makeAsyncIterator()
            let first = try #require(try await results.next())
            #expect(first.insertions == Array(0..<10) && first.removals.isEmpty)
            try await store.performChanges { changes in
                try changes.delete(Town.self, 3)
                try changes.insert(Town(id: 20, name: "new", people: 55))
                try changes.update(Town.self, 0) { $0.people = 75 }
                try changes.update(Town.self, 9) { $0.name = "nine" }
            }
            let change = try #require(try await results.next())
            #expect(change.objects.map(\.id) == [1, 2, 4, 5, 20, 6, 7, 0, 8, 9])
            #expect(change.removals == [3] && change.insertions == [4])
            #expect(change.moves.map(\.from) == [0] && change.moves.map(\.to) == [7])
            #expect(change.updates == [7, 9])
            #expect(change.objects[9].name == "nine")
        }

        @Test func `several commits in one result are reported by ids, whatever rows they use`()
            async throws
        {
            let store = try Self.store()
            var results = store.values(of: Town.all).changes.makeAsyncIterator()
            #expect(try await results.next()?.objects.count == 10)
            // The next town gets the row of the deleted one.
            try await store.performChanges { try $0.delete(Town.self, 4) }
            try await store.performChanges { try $0.insert(Town(id: 44, name: "x", people: 1)) }
            var change = try #require(try await results.next())
            #expect(change.removals == [4] && change.insertions == [9] && change.updates == [])
            #expect(change.objects.map(\.id) == [0, 1, 2, 3, 5, 6, 7, 8, 9, 44])
            // A town that comes back is the same town.
            try await store.performChanges { changes in
                try changes.delete(Town.self, 5)
                try changes.insert(Town(id: 5, name: "back", people: 5))
            }
            change = try #require(try await results.next())
            #expect(change.removals == [] && change.insertions == [] && change.updates == [4])
            #expect(change.objects[4].name == "back")
        }

        @Test func `a request through references follows changes of the target objects`()
            async throws
        {
            let store = try Self.store()
            try await store.performChanges { changes in
                try changes.update(Town.self, 4) { $0.mayor = Ref(id: 1) }
            }
            let request = Town.where { $0.mayor.name == "Anne" }
            var results = store.values(of: request).makeAsyncIterator()
            #expect(try await results.next()?.map(\.id) == [4])
            try await store.performChanges { try $0.update(Mayor.self, 1) { $0.name = "Bo" } }
            #expect(try await results.next() == [])
        }

        @Test func `an invalid request throws`() async throws {
            let store = try Self.store()
            var results = store.values(of: Town.all.limit(-1)).makeAsyncIterator()
            let error = await #expect(throws: StoreError.self) { try await results.next() }
            #expect(error?.code == .invalidValue)
        }

        /// A number whose value 13 cannot be read.
        struct Mark: Hashable, Storable {
            struct Unlucky: Error {}
            let number: Int
            static let transformer = Transformer<Mark, Int>(
                transform: { $0.number },
                reverse: { number in
                    if number == 13 { throw Unlucky() }
                    return Mark(number: number)
                })
        }

        @Entity
        struct Entry: Hashable {
            let id: Int
            var rank: Int
            var mark: Mark
        }

        /// Changes taken from the feed for a failed result are included in the next one.
        @Test func `a result after an unreadable one is complete again`() async throws {
            let store = try Store.inMemory(Entry.self)
            try await store.performChanges { changes in
                for id in 0..<100 {
                    try changes.insert(Entry(id: id, rank: id, mark: Mark(number: 0)))
                }
            }
            let request = Entry.all.sorted(\.rank.ascending)
            var results = store.values(of: request).changes.makeAsyncIterator()
            #expect(try await results.next()?.objects.count == 100)
            try await store.performChanges { changes in
                try changes.delete(Entry.self, 5)
                try changes.update(Entry.self, 6) { $0.rank = 1000 }
                try changes.update(Entry.self, 9) { $0.mark = Mark(number: 13) }
            }
            let error = await #expect(throws: StoreError.self) { try await results.next() }
            #expect(error?.code == .undecodable)
            try await store.performChanges { changes in
                try changes.update(Entry(id: 9, rank: 9, mark: Mark(number: 1)))
            }
            let change = try #require(try await results.next())
            #expect(change.objects == (try store.fetch(request)))
            #expect(change.removals == [5] && change.moves.map(\.to) == [98])
        }

        /// Whichever commits are combined, each result is the fetch of some moment, and the last
        /// one that of the end.
        @Test func `a slow consumer gets the newest result`() async throws {
            let store = try Self.store()
            let request = Town.where { $0.people > 500 }
            let results = store.values(of: request)
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                var counts: [Int] = []
                for try await result in results {
                    counts.append(result.count)
                    begin.finish()
                }
                return counts
            }
            for await _ in begun {}
            for id in 0..<10 {
                try await store.performChanges {
                    try $0.update(Town.self, id) { $0.people = 1000 }
                }
            }
            try store.close()
            let counts = try await task.value
            #expect(counts == counts.sorted())
            #expect(counts.first == 0 && counts.last == 10)
        }
    }
#endif
