import Nacre
import Testing

/// Objects with aggregates of the objects that refer to them.
@Suite struct ReferringObjectTests {
    @Entity struct Person: Equatable {
        let id: String
        @Relationship(inverse: \Job.owner) var jobs: ToMany<Job>
        @Relationship(inverse: \Job.watchers) var watched: ToMany<Job>
    }

    @Entity struct Job {
        let id: Int
        var hours: Int = 0
        @Relationship(.nullify) var owner: Ref<Person>?
        @Relationship(.nullify) var watchers: [Ref<Person>] = []
    }

    private let store: Store

    init() throws {
        store = try Store.inMemory(Person.self, Job.self)
        try store.performChanges { changes in
            for id in ["a", "b", "c", "d"] { try changes.insert(Person(id: id)) }
            for (id, hours, owner) in [(1, 5, "b"), (2, 1, "b"), (3, 9, "c"), (4, 7, nil)] {
                try changes.insert(
                    Job(
                        id: id, hours: hours, owner: owner.map { Ref(id: $0) },
                        watchers: [Ref(id: "a"), Ref(id: "d"), Ref(id: "a")]))
            }
        }
    }

    private func text<each Value>(
        _ rows: [(object: Person, values: (repeat each Value))]
    ) -> [String] {
        rows.map { row in
            var text = row.object.id
            for value in repeat each row.values { text += " \(value)" }
            return text
        }
    }

    @Test func `objects are in the order of the aggregates and then of the request`() throws {
        let all = Person.all.sorted(\.id.descending)
        #expect(
            text(try store.fetch(all, with: \.jobs, .count.descending, .sum(\.hours)))
                == ["b 2 6", "c 1 9", "d 0 0", "a 0 0"])
        #expect(
            text(try store.fetch(all, with: \.jobs, .max(\.hours).ascending, .count))
                == ["d nil 0", "a nil 0", "b Optional(5) 2", "c Optional(9) 1"])
        #expect(text(try store.fetch(all, with: \.jobs, .count)) == ["d 0", "c 1", "b 2", "a 0"])
    }

    @Test func `only some of the referring objects count, and only some of the objects`() throws {
        let some = Person.where { $0.id > "a" }.sorted(\.id.ascending)
        #expect(
            text(try store.fetch(some, with: \.jobs, in: Job.where { $0.hours > 1 }, .count))
                == ["b 1", "c 1", "d 0"])
        #expect(
            text(try store.fetch(some, with: \.jobs, .sum(\.hours).descending, limit: 1))
                == ["c 9"])
        let tested = try store.fetch(some, with: \.jobs, .count.descending, limit: 2) { $0 < 2 }
        #expect(text(tested) == ["c 1", "d 0"])
        #expect(try store.fetch(some, with: \.jobs, .count, limit: 0).isEmpty)
    }

    @Test func `an object in a list counts once for each object that refers`() throws {
        let all = Person.all.sorted(\.id.ascending)
        #expect(
            text(try store.fetch(all, with: \.watched, .count, .sum(\.hours)))
                == ["a 4 22", "b 0 0", "c 0 0", "d 4 22"])
    }

    @Test func `a change sees its own objects`() throws {
        let rows = try store.performChanges { changes in
            try changes.insert(Job(id: 9, owner: Ref(id: "d")))
            return try changes.fetch(Person.where { $0.id == "d" }, with: \.jobs, .count)
        }
        #expect(text(rows) == ["d 1"])
    }

    @Test func `the other side at the end of a reference is an error`() throws {
        #expect(throws: StoreError.self) { try store.fetch(Job.all, with: \.owner.jobs, .count) }
    }

    @Test func `a request that cannot be used is an error`() throws {
        let other = try Store.inMemory(Person.self)
        #expect(throws: StoreError.self) {
            try store.fetch(Person.all, with: \.jobs, .count, limit: -1)
        }
        #expect(throws: StoreError.self) {
            try other.fetch(Person.all.limit(-1), with: \.jobs, .count)
        }
    }
}
