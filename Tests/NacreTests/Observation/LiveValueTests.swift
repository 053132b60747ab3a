import Nacre
import Testing

/// Counts, sums and groups that follow the store.
@Suite struct LiveValueTests {
    @Entity struct Task {
        let id: Int
        var owner: String
        @Attribute(.indexed) var hours: Int = 0
        var cost: Double = 0
        var labels: [String] = []
        var project: Ref<Project>?
    }

    @Entity struct Project {
        let id: Int
        var isOpen: Bool
    }

    private let store: Store

    init() throws { store = try Store.inMemory(Task.self, Project.self) }

    private func change(_ body: (WriteTransaction) throws -> Void) throws {
        try store.performChanges(body)
    }

    private func insert(_ tasks: Task...) throws {
        try change { try $0.insert(contentsOf: tasks) }
    }

    @Test func `a count goes up and down with the objects of its request`() async throws {
        var counts = store.values(of: .count, Task.where { $0.hours > 2 }).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try insert(Task(id: 1, owner: "a", hours: 3), Task(id: 2, owner: "a", hours: 1))
        #expect(try await counts.next() == 1)
        try change { try $0.update(Task.self, 2) { $0.hours = 5 } }
        #expect(try await counts.next() == 2)
        // A commit that leaves the count as it is makes no value.
        try change { try $0.update(Task.self, 2) { $0.hours = 6 } }
        try change { _ = try $0.delete(Task.self, 1) }
        #expect(try await counts.next() == 1)
    }

    @Test func `sums and averages move by the changes, and extremes know who left`() async throws {
        try insert(
            Task(id: 1, owner: "a", hours: 3, cost: 0.1),
            Task(id: 2, owner: "a", hours: 8, cost: 0.2), Task(id: 3, owner: "b", hours: 5))
        var sums = store.values(of: .sum(\.hours), Task.all).makeAsyncIterator()
        var averages = store.values(of: .average(\.hours), Task.all).makeAsyncIterator()
        var greatest = store.values(of: .max(\.hours), Task.all).makeAsyncIterator()
        var costs = store.values(of: .sum(\.cost), Task.all).makeAsyncIterator()
        #expect(try await sums.next() == 16)
        #expect(try await averages.next() == 16.0 / 3)
        #expect(try await greatest.next() == 8)
        #expect(try await costs.next() == 0.1 + 0.2)
        try change { _ = try $0.delete(Task.self, 2) }
        #expect(try await sums.next() == 8)
        #expect(try await averages.next() == 4)
        #expect(try await greatest.next() == 5)
        #expect(try await costs.next() == 0.1)
        try change { _ = try $0.delete(Task.all) }
        #expect(try await sums.next() == 0)
        #expect(try await averages.next() == .some(nil))
        #expect(try await greatest.next() == .some(nil))
    }

    @Test func `groups appear, move and disappear`() async throws {
        try insert(
            Task(id: 1, owner: "a", hours: 3, labels: ["x", "y"]),
            Task(id: 2, owner: "b", hours: 8, labels: ["y"]))
        var groups = store.values(
            ofGroups: Task.all, by: \.labels.elements, .count.descending, .sum(\.hours), limit: 2
        ).makeAsyncIterator()
        func next() async throws -> [String] {
            let found = try #require(try await groups.next())
            return found.map { "\($0.key) \($0.values.0) \($0.values.1)" }
        }
        #expect(try await next() == ["y 2 11", "x 1 3"])
        try change { try $0.update(Task.self, 2) { $0.labels = ["x", "z"] } }
        #expect(try await next() == ["x 2 11", "y 1 3"])
        try change { _ = try $0.delete(Task.self, 1) }
        #expect(try await next() == ["x 1 8", "z 1 8"])
    }

    @Test func `a test of groups applies to each value`() async throws {
        try insert(Task(id: 1, owner: "a"), Task(id: 2, owner: "b"), Task(id: 3, owner: "b"))
        var groups = store.values(ofGroups: Task.all, by: \.owner, .count) { $1 > 1 }
            .makeAsyncIterator()
        #expect(try await groups.next()?.map(\.key) == ["b"])
        // A group that the test leaves out makes no value.
        try insert(Task(id: 5, owner: "c"))
        try insert(Task(id: 4, owner: "a"))
        #expect(try await groups.next()?.map(\.key) == ["a", "b"])
    }

    @Test func `a value that depends on other entities follows these too`() async throws {
        try change { changes in
            try changes.insert(Project(id: 1, isOpen: true))
            try changes.insert(Task(id: 1, owner: "a", project: Ref(id: 1)))
        }
        var counts = store.values(of: .count, Task.where { $0.project.isOpen == true })
            .makeAsyncIterator()
        #expect(try await counts.next() == 1)
        try change { try $0.update(Project.self, 1) { $0.isOpen = false } }
        #expect(try await counts.next() == 0)
    }

    @Test func `a percentile follows its entity`() async throws {
        try insert(Task(id: 1, owner: "a", hours: 3), Task(id: 2, owner: "a", hours: 8))
        var medians = store.values(ofPercentile: 0.5, Task.self, \.hours).makeAsyncIterator()
        #expect(try await medians.next() == 3)
        try insert(Task(id: 3, owner: "a", hours: 9))
        #expect(try await medians.next() == 8)
    }

    @Test func `a request that cannot be used is an error of the first value`() async throws {
        var sums = store.values(of: .sum(\.hours), Task.all.limit(-1)).makeAsyncIterator()
        await #expect(throws: StoreError.self) { _ = try await sums.next() }
        var shares = store.values(ofPercentile: 2, Task.self, \.hours).makeAsyncIterator()
        await #expect(throws: StoreError.self) { _ = try await shares.next() }
    }

    @Test func `the values end with the store`() async throws {
        var counts = store.values(of: .count, Task.all).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try store.close()
        #expect(try await counts.next() == nil)
    }
}
