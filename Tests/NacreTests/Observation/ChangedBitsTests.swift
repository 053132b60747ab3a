import Nacre
import Testing

/// The attributes of an updated object that have changed.
@Suite struct ChangedBitsTests {
    struct Reading: Entity {
        let id: Int
        var value: Double
        var unit: String

        static let schema = EntitySchema(
            Reading.init, Attribute("id", \.id), Attribute("value", \.value),
            Attribute("unit", \.unit))
    }

    @Test func `a value has changed if its bits have, equal or not`() async throws {
        let store = try Store.inMemory(Reading.self)
        try await store.performChanges { changes in
            try changes.insert(Reading(id: 1, value: 0.0, unit: "e\u{301}"))
            try changes.insert(Reading(id: 2, value: .nan, unit: "a"))
        }
        var commits = store.commits.makeAsyncIterator()
        try await store.performChanges { changes in
            try changes.update(Reading.self, 1) { ($0.value, $0.unit) = (-0.0, "\u{e9}") }
            try changes.update(Reading.self, 2) { $0.unit = "b" }
        }
        let commit = try #require(try await commits.next())
        let updates = try commit.updated(Reading.self).sorted { $0.new.id < $1.new.id }
        #expect(updates.map { $0.changed(\.value) } == [true, false])
        #expect(updates.map { $0.changed(\.unit) } == [true, true])
    }
}
