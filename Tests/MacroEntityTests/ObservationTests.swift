#if Macros
    import Foundation
    import Nacre
    import Synchronization
    import Testing

    /// Following the changes of a store.
    @Suite struct ObservationTests {
        @Embedded
        struct Hall: Hashable {
            var street: String
            var floors: Int = 2
        }

        @Entity
        struct City: Hashable {
            let id: String
            var name: String
            var hall: Hall?
            var mayor: Ref<Mayor>?
            var notes: [String] = []
        }

        @Entity
        struct Mayor: Hashable {
            var name: String
        }

        static func store() throws -> Store { try Store.inMemory(City.self, Mayor.self) }

        /// Gathers the elements passed to callbacks, and waits for them.
        final class Gathered<Element: Sendable>: Sendable {
            private let elements = Mutex<[Element]>([])
            func add(_ element: Element) { elements.withLock { $0.append(element) } }
            func wait(for count: Int) async throws -> [Element] {
                for _ in 0..<2000 where elements.withLock({ $0.count }) < count {
                    try await Task.sleep(for: .milliseconds(5))
                }
                return elements.withLock { $0 }
            }
        }

        @Test func `T20 T23 commits deliver every change with its type, whoever makes it`()
            async throws
        {
            let store = try Self.store()
            let commits = store.commits
            let anne = try await store.performChanges(author: "setup") { changes in
                let anne = try changes.insert(Mayor(name: "Anne"))
                try changes.insert(City(id: "OSL", name: "Oslo", mayor: Ref(anne)))
                try changes.insert(City(id: "BGO", name: "Bergen"))
                return anne
            }
            // Another task, independent of this one.
            try await Task.detached {
                try await store.performChanges { changes in
                    try changes.update(City.self, "OSL") { $0.hall = Hall(street: "Main") }
                    try changes.delete(City.self, "BGO")
                }
            }.value
            try store.close()
            var all: [Commit] = []
            for try await commit in commits { all.append(commit) }
            #expect(all.map(\.author) == ["setup", nil])
            #expect(all[1].number == all[0].number + 1)
            #expect(try all[0].inserted(Mayor.self) == [anne])
            #expect(try all[0].inserted(City.self).map(\.name) == ["Oslo", "Bergen"])
            #expect(try all[0].updated(City.self).isEmpty && all[0].deleted(City.self).isEmpty)
            let update = try #require(try all[1].updated(City.self).first)
            #expect(update.old.hall == nil && update.new.hall == Hall(street: "Main"))
            #expect(update.changed(\.hall) && update.changed(\.hall.street))
            #expect(!update.changed(\.name) && !update.changed(\.mayor))
            #expect(try all[1].deleted(City.self).map(\.name) == ["Bergen"])
            #expect(try !all[1].touches(Mayor.self) && all[0].touches(Mayor.self))
            #expect(abs(all[1].date.timeIntervalSinceNow) < 600)
        }

        @Test func `an update tells which of its attributes differ`() async throws {
            let store = try Self.store()
            let mayors = try await store.performChanges { changes in
                try changes.insert(City(id: "OSL", name: "Oslo", hall: Hall(street: "Main")))
                return [
                    try changes.insert(Mayor(name: "Anne")), try changes.insert(Mayor(name: "Bo")),
                ]
            }
            var commits = store.commits.makeAsyncIterator()
            try await store.performChanges { changes in
                try changes.update(City.self, "OSL") {
                    $0.hall?.floors = 3
                    $0.mayor = Ref(mayors[0])
                    $0.notes = ["new"]
                }
            }
            let first = try #require(try await commits.next()?.updated(City.self).first)
            #expect(first.changed(\.hall) && first.changed(\.hall.floors))
            #expect(!first.changed(\.hall.street) && !first.changed(\.name))
            #expect(first.changed(\.mayor) && first.changed(\.mayor.name) && first.changed(\.notes))
            try await store.performChanges { changes in
                try changes.update(mayors[0].id) { $0.name = "Anna" }
            }
            let commit = try #require(try await commits.next())
            #expect(try commit.updated(City.self).isEmpty)
            #expect(try commit.updated(Mayor.self).map(\.new.name) == ["Anna"])
        }

        @Test func `a consumer resumes from a token after its store was reopened`() async throws {
            let directory = FileManager.default.temporaryDirectory
                .appending(path: "nacre-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: directory) }
            var store = try Store(at: directory, City.self, Mayor.self)
            try await store.performChanges { try $0.insert(City(id: "OSL", name: "Christiania")) }
            let token = try JSONEncoder().encode([try store.snapshot().token])
            try await store.performChanges { changes in
                try changes.update(City.self, "OSL") { $0.name = "Kristiania" }
            }
            try store.close()
            store = try Store(at: directory, City.self, Mayor.self)
            let since = try #require(
                try JSONDecoder().decode([CommitToken].self, from: token).first)
            let commits = try store.commits(since: since)
            try await store.performChanges { changes in
                try changes.update(City.self, "OSL") { $0.name = "Oslo" }
            }
            try store.close()
            var names: [String] = []
            for try await commit in commits {
                for update in try commit.updated(City.self) {
                    names += ["\(update.old.name) to \(update.new.name)"]
                }
            }
            #expect(names == ["Christiania to Kristiania", "Kristiania to Oslo"])
            store = try Store(at: directory, City.self, Mayor.self)
            try store.compact()
            let error = #expect(throws: StoreError.self) { try store.commits(since: since) }
            #expect(error?.code == .historyGone)
            try store.close()
        }

        @Test func `the commits since the beginning of a store end at the newest one`() async throws
        {
            let store = try Self.store()
            for place in 1...3 {
                try await store.performChanges { changes in
                    try changes.insert(City(id: "C\(place)", name: "\(place)"))
                }
            }
            let commits = try store.commits(since: .beginning).endingAtNewest
            try await store.performChanges { try $0.insert(City(id: "C4", name: "4")) }
            var iterator = commits.makeAsyncIterator()
            // Not of this iteration, which has begun.
            try await store.performChanges { try $0.insert(City(id: "C5", name: "5")) }
            var numbers: [UInt64] = []
            var names: [String] = []
            while let commit = try await iterator.next() {
                numbers.append(commit.number)
                names += try commit.inserted(City.self).map(\.name)
            }
            #expect(names == ["1", "2", "3", "4"])
            #expect(numbers == Array(1...UInt64(numbers.count)))
            // A later iteration begins after its own start, where there is nothing yet.
            var count = 0
            for try await _ in commits { count += 1 }
            #expect(count == 0)
            #expect(CommitToken("\(CommitToken.beginning)") == .beginning)
            let newest = try store.snapshot().token
            for try await _ in try store.commits(since: newest).endingAtNewest { count += 1 }
            #expect(count == 0)
        }

        @Test func `cancelling a task ends its sequence of commits`() async throws {
            let store = try Self.store()
            let commits = store.commits
            let task = Task {
                var count = 0
                for try await _ in commits { count += 1 }
                return count
            }
            try await store.performChanges { try $0.insert(Mayor(name: "Anne")) }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            #expect(try await task.value <= 1)
        }

        /// Inserts without a task, whose closure would hold the store for a moment longer.
        static func insertAnne(_ store: Store?) throws {
            try store?.performChanges { try $0.insert(Mayor(name: "Anne")) }
        }

        final class Probe: Sendable {}

        @Test func `following a store does not retain it`() async throws {
            var store: Store? = try Self.store()
            weak let weakStore = store
            var iterator = try #require(store).commits.makeAsyncIterator()
            try Self.insertAnne(store)
            store = nil
            #expect(weakStore == nil)
            #expect(try await iterator.next() != nil)
            #expect(try await iterator.next() == nil)
        }

        @Test func `following a closed store throws closed`() async throws {
            let store = try Self.store()
            try store.close()
            let error = await #expect(throws: StoreError.self) {
                for try await _ in store.commits {}
            }
            #expect(error?.code == .closed)
        }

        @Test func `T21 an observed object delivers its updates and one deletion`() async throws {
            let store = try Self.store()
            try await store.performChanges { changes in
                try changes.insert(City(id: "OSL", name: "Oslo"))
                try changes.insert(City(id: "BGO", name: "Bergen"))
            }
            let gathered = Gathered<String>()
            let token = try store.observe(City.self, "OSL") { change in
                switch change {
                case .updated(let update):
                    gathered.add("\(update.old.name) -> \(update.new.name)")
                case .deleted(let last): gathered.add("deleted \(last.name)")
                }
            } onFailure: {
                gathered.add("\($0)")
            }
            try await store.performChanges { try $0.update(City.self, "BGO") { $0.name = "x" } }
            try await store.performChanges { try $0.update(City.self, "OSL") { $0.name = "A" } }
            try await store.performChanges { try $0.update(City.self, "OSL") { $0.name = "B" } }
            try await store.performChanges { try $0.delete(City.self, "OSL") }
            try await store.performChanges { try $0.insert(City(id: "OSL", name: "again")) }
            try await store.performChanges { try $0.delete(City.self, "OSL") }
            let expected = ["Oslo -> A", "A -> B", "deleted B"]
            #expect(try await gathered.wait(for: 3) == expected)
            try await Task.sleep(for: .milliseconds(30))
            #expect(try await gathered.wait(for: 3) == expected)
            withExtendedLifetime(token) {}
        }

        @Test func `T21 the changes of an object are a sequence that ends`() async throws {
            let store = try Self.store()
            let anne = try await store.performChanges { try $0.insert(Mayor(name: "Anne")) }
            let changes = try store.changes(of: anne.id)
            try await store.performChanges { try $0.update(anne.id) { $0.name = "Anna" } }
            try await store.performChanges { try $0.delete(anne.id) }
            var lines: [String] = []
            for try await change in changes {
                switch change {
                case .updated(let update): lines.append(update.new.name)
                case .deleted(let last): lines.append("last \(last.name)")
                }
            }
            #expect(lines == ["Anna", "last Anna"])
        }

        @Test func `T22 T24 callbacks end with their token and retain nothing`() async throws {
            let store = try Self.store()
            try await store.performChanges { try $0.insert(City(id: "OSL", name: "Oslo")) }
            let gathered = Gathered<String>()
            var probe: Probe? = Probe()
            weak let weakProbe = probe
            var token: ObservationToken? = try store.observe(City.self, "OSL") {
                [probe] change in
                withExtendedLifetime(probe) {}
                if case .updated(let update) = change { gathered.add(update.new.name) }
            } onFailure: {
                gathered.add("\($0)")
            }
            probe = nil
            try await store.performChanges { try $0.update(City.self, "OSL") { $0.name = "A" } }
            #expect(try await gathered.wait(for: 1) == ["A"])
            withExtendedLifetime(token) {}
            token = nil
            for _ in 0..<2000 where weakProbe != nil {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(weakProbe == nil)
            try await store.performChanges { try $0.update(City.self, "OSL") { $0.name = "B" } }
            try await Task.sleep(for: .milliseconds(30))
            #expect(try await gathered.wait(for: 1) == ["A"])
        }

        @Test func `T8 an update names the properties that differ`() async throws {
            let store = try Self.store()
            let hall = Hall(street: "Square", floors: 2)
            try await store.performChanges { changes in
                try changes.insert(City(id: "OSL", name: "Oslo", hall: hall, notes: ["a"]))
            }
            var commits = store.commits.makeAsyncIterator()
            try await store.performChanges { changes in
                try changes.update(City.self, "OSL") { city in
                    city.name = "Kristiania"
                    city.hall?.floors = 3
                    city.notes = ["a"]
                }
            }
            let commit = try #require(try await commits.next())
            let update = try #require(try commit.updated(City.self).first)
            #expect(update.changedKeys == ["name", "hall.floors"])
            #expect(update.changedKeyPaths == [\City.name, \City.hall])
            let log = update.changedKeyPaths.map { path in
                "\(update.old[keyPath: path]) -> \(update.new[keyPath: path])"
            }
            #expect(log.first == "Oslo -> Kristiania")
            let preview = try store.dryRun { changes in
                try changes.update(City.self, "OSL") { $0.hall = nil }
            }
            let planned = try #require(try preview.updated(City.self).first)
            #expect(planned.changedKeyPaths == [\City.hall])
            #expect(planned.changedKeys.first == "hall")
        }

        @Test func `T24 an observer of all commits ends with its token and retains nothing`()
            async throws
        {
            let store = try Self.store()
            let gathered = Gathered<String>()
            var probe: Probe? = Probe()
            weak let weakProbe = probe
            var token: ObservationToken? = store.observe { [probe] commit in
                withExtendedLifetime(probe) {}
                gathered.add("\(commit.number): \(commit.author ?? "-")")
            } onFailure: {
                gathered.add("\($0)")
            }
            probe = nil
            let first = try store.snapshot().commitNumber + 1
            try await store.performChanges(author: "anna") {
                try $0.insert(City(id: "OSL", name: "Oslo"))
            }
            try await store.performChanges { try $0.update(City.self, "OSL") { $0.name = "A" } }
            #expect(try await gathered.wait(for: 2) == ["\(first): anna", "\(first + 1): -"])
            withExtendedLifetime(token) {}
            token = nil
            for _ in 0..<2000 where weakProbe != nil {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(weakProbe == nil)
            try await store.performChanges { try $0.update(City.self, "OSL") { $0.name = "B" } }
            try await Task.sleep(for: .milliseconds(30))
            #expect(try await gathered.wait(for: 2).count == 2)
        }

        @Test func `an observer receives an error for a change that cannot be read`() async throws {
            typealias Entry = ResultValuesTests.Entry
            let store = try Store.inMemory(Entry.self)
            try await store.performChanges { changes in
                try changes.insert(Entry(id: 1, rank: 1, mark: .init(number: 0)))
            }
            let gathered = Gathered<String>()
            let token = try store.observe(Entry.self, 1) { change in
                if case .updated(let update) = change { gathered.add("\(update.new.rank)") }
            } onFailure: { error in
                gathered.add("\(error.code)")
            }
            try await store.performChanges { try $0.update(Entry.self, 1) { $0.rank = 2 } }
            #expect(try await gathered.wait(for: 1) == ["2"])
            try await store.performChanges { changes in
                try changes.update(Entry.self, 1) { $0.mark = .init(number: 13) }
            }
            #expect(try await gathered.wait(for: 2) == ["2", "undecodable"])
            withExtendedLifetime(token) {}
        }

        @Test func `types that the store was opened without are refused by name`() async throws {
            let store = try Store.inMemory(Mayor.self)
            var commits = store.commits.makeAsyncIterator()
            try await store.performChanges { try $0.insert(Mayor(name: "Anne")) }
            let commit = try #require(try await commits.next())
            let observe = {
                _ = try store.observe(City.self, "OSL", { _ in }, onFailure: { _ in })
            }
            for body in [{ _ = try commit.inserted(City.self) }, observe] {
                let error = #expect(throws: StoreError.self) { try body() }
                #expect(error?.code == .unknownEntity)
            }
        }
    }
#endif
