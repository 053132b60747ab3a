import Nacre
import NacreTestSupport
import Testing

/// Text filters that name the cases of enums, of which stores keep the raw values.
@Suite struct CaseNameTests {
    enum Priority: Int, Storable { case low, normal, high = 7 }
    enum Level: Int8, Storable, CaseIterable { case ground = -100, top = 100 }
    enum Status: String, Storable, CaseIterable { case inProgress = "in_progress", done }
    enum Mood: Int, Storable { case good, bad }

    @Embedded
    struct Place: Hashable {
        var level: Level
        var mood: Mood?
    }

    @Entity
    struct Task: Equatable {
        let id: Int
        var priority: Priority
        var status: Status?
        var place: Place?
        var next: Ref<Task>?
        var title: String = "high"
        var priorities: [Priority] = []
        var moods: Set<Mood>?
        var statuses: [Status] = []
        var maybe: [Priority?] = []
        var nested: [[Mood]] = []
        var places: [Place] = []
        var ranks: [String: Priority] = [:]
        var counts: [Status: Int] = [:]
        var weights: [Mood: [Mood]]?
    }

    private func text(_ text: String) throws -> String {
        try Filter<Task>(parsing: text).description
    }

    @Test(arguments: [
        ("priority == \"high\"", "priority == 7"),
        ("priority >= \"normal\"", "priority >= 1"),
        ("priority in [\"low\", \"high\"]", "priority in [0, 7]"),
        ("priority in \"low\"...\"high\"", "priority in 0...7"),
        ("priority == 7", "priority == 7"),
        ("status == \"inProgress\"", "status == \"in_progress\""),
        ("status == \"in_progress\"", "status == \"in_progress\""),
        ("status == \"of a newer program\"", "status == \"of a newer program\""),
        ("place.level == \"ground\"", "place.level == -100"),
        ("place.mood == \"bad\"", "place.mood == 1"),
        ("next.priority == \"high\"", "next.priority == 7"),
        ("next.next.place.level != \"top\"", "next.next.place.level != 100"),
        ("title == \"high\"", "title == \"high\""),
        ("priorities.contains(\"high\")", "priorities.contains(7)"),
        ("priorities.allSatisfy { $0 > \"low\" }", "priorities.allSatisfy { $0 > 0 }"),
        ("priorities == [\"low\", \"high\"]", "priorities == [0, 7]"),
        ("priorities in [[\"low\"], [7]]", "priorities in [[0], [7]]"),
        ("moods.contains { $0 in [\"bad\"] }", "moods.contains { $0 in [1] }"),
        ("statuses.contains(\"inProgress\")", "statuses.contains(\"in_progress\")"),
        ("statuses == [\"inProgress\"]", "statuses == [\"in_progress\"]"),
        ("maybe.contains(\"high\")", "maybe.contains(7)"),
        (
            "nested.contains { $0.contains { $0 == \"bad\" } }",
            "nested.contains { $0.contains { $0 == 1 } }"
        ),
        ("nested == [[\"good\"], [\"bad\"]]", "nested == [[0], [1]]"),
        (
            "places.contains { $0[\"level\"] == \"top\" }",
            "places.contains { $0[\"level\"] == 100 }"
        ),
        ("ranks[\"high\"] == \"high\"", "ranks[\"high\"] == 7"),
        ("ranks.values.contains(\"low\")", "ranks.values.contains(0)"),
        ("counts[\"inProgress\"] == 3", "counts[\"in_progress\"] == 3"),
        ("counts.keys.contains(\"inProgress\")", "counts.keys.contains(\"in_progress\")"),
        (
            "weights[\"bad\"].contains { $0 == \"good\" }",
            "weights[\"1\"].contains { $0 == 0 }"
        ),
        ("next.priorities.contains(\"high\")", "next.priorities.contains(7)"),
    ])
    func `a case is found by its name`(text: String, stored: String) throws {
        #expect(try self.text(text) == self.text(stored))
    }

    @Test func `an unknown case name is refused`() throws {
        let error = storeError { try text("priority == \"higher\"") }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("priority is of type int64") == true)
    }

    @Test func `filters with case names find objects`() throws {
        let store = try TypedStore().open(Task.self)
        try store.performChanges { changes in
            try changes.insert(Task(id: 1, priority: .low, status: .done))
            try changes.insert(Task(id: 2, priority: .high, status: .inProgress))
        }
        let found = try store.fetch(Task.where(Filter(parsing: "priority == \"high\"")))
        #expect(found.map(\.id) == [2])
    }
}
