import NacreCLI
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A dump with history becomes a store with the same past.
@Suite struct HistoryDumpTests {
    typealias Step = HistoryWorld.Step

    private func check(_ steps: [Step], _ inspect: (TestStore) throws -> Void = { _ in }) throws {
        var world = try HistoryWorld()
        for step in steps { try world.run(step) }
        let original = world.store.database
        let dump = try HistoryCopy.dump(original)
        let copy = try HistoryCopy.load(dump)
        try HistoryComparison(original: original, copy: copy.database).run()
        try copy.checkIntegrity()
        try inspect(copy)
        // The copy goes on like any other store.
        let before = try copy.contents()
        _ = try copy.database.compact()
        try copy.reopen()
        try requireEqual(try copy.contents(), before, "contents after a compaction")
        let horizon = try copy.database.horizon().commit
        for commit in horizon.rawValue...(try original.snapshot().commit.rawValue) {
            try requireEqual(
                try kept(copy.database, commit), try kept(original, commit, like: copy.database),
                "the state after commit \(commit), after a compaction")
        }
        try copy.checkIntegrity()
    }

    /// Returns the objects of the entities whose state after a commit is kept.
    /// - Parameter other: A store that keeps fewer entities.
    private func kept(
        _ database: Database, _ commit: UInt64, like other: Database? = nil
    ) throws -> [String: [Value: [Value]]] {
        let state = try database.snapshot(at: CommitNumber(commit))
        let names = try other?.snapshot(at: CommitNumber(commit)).catalog.all.map(\.schema.name)
        return try TestStore.contents(of: state).filter { names?.contains($0.key) ?? true }
    }

    @Test func `a loaded history has the states, commits and revisions of the dumped one`() {
        property("history", runs: 60, .array(of: HistoryWorld.step, count: 0...40)) {
            try check($0)
        }
    }

    /// Histories, each with a name for the report.
    static let histories: [(String, [Step])] = [
        ("no policy", [save(0, 1), save(0, 2), .compactStep]),
        ("no policy, compacted", [save(0, 1), .compact, save(0, 2)]),
        ("no policy any more", [keep(1), save(0, 1), keep(0), .compact, save(0, 2), save(0, 3)]),
        ("from the first commit on", [keep(1), save(0, 1), save(0, 1, text: 1), .compact]),
        (
            "a late horizon",
            [save(0, 1), save(0, 2), save(0, 1, text: 1), keep(1), .compact, delete(0, 1)]
        ),
        (
            "rows and ids used again",
            [keep(1), save(0, 1), delete(0, 1), save(0, 2), .compact, save(0, 1), replace(0, 1)]
        ),
        (
            "written without change",
            [
                keep(1), save(0, 1),
                .commit([.touch(entity: 0, id: 1), .save(entity: 0, id: 2, text: 1)]),
                .commit([.replace(entity: 0, id: 1, text: nil), .delete(entity: 0, id: 2)]),
            ]
        ),
        (
            "changes of an attribute that is gone",
            [keep(1), save(0, 1), save(0, 1), save(0, 1), .removeAttribute(0), .compact]
        ),
        (
            "external values",
            [keep(1), save(0, 1, text: 3), save(0, 1, text: 1), save(0, 1, text: 3), .compact]
        ),
        (
            "an entity without history",
            [keep(1), keep(0, of: 2), save(2, 1), save(0, 1), save(2, 1, text: 1), .compact]
        ),
        (
            "an entity with a later horizon",
            [
                keep(1), save(1, 1), save(0, 1), keep(0, of: 1), save(1, 1, text: 1), .mark(0),
                save(1, 2), keep(1, of: 1), save(1, 2, text: 1), .compact, delete(1, 1),
            ]
        ),
        (
            "marks before the horizon",
            [
                save(0, 1), save(0, 2), .mark(0), save(0, 1, text: 1), delete(0, 2), save(0, 3),
                .compact, save(0, 4), .mark(1), save(0, 1, text: 3), .compact, save(0, 5), .compact,
            ]
        ),
        (
            "marks only of some entities",
            [
                keep(2), keep(0, of: 2), save(0, 1), save(2, 1), .mark(0), delete(0, 1),
                save(0, 2), save(1, 1), .compact, save(0, 1, text: 2), .mark(1), save(2, 1),
                save(0, 1), save(0, 1), save(0, 1), save(0, 2), save(0, 1), save(0, 1), save(1, 1),
                .compact,
            ]
        ),
        (
            "schemas that change",
            [
                keep(1), save(0, 1, text: 1), .addAttribute(0), save(0, 1, text: 2), save(0, 2),
                .removeAttribute(0), save(0, 3, text: 2), .compact,
            ]
        ),
        (
            "values that are unique by now",
            [
                keep(1), save(0, 2, text: 1), save(0, 3, text: 1), delete(0, 3), .makeUnique(0),
                save(0, 4, text: 1), .compact,
            ]
        ),
        ("erased and undone", [keep(1), save(0, 1), save(0, 2), .undo, .erase(entity: 0, id: 1)]),
    ]

    static func keep(_ policy: Int, of entity: Int? = nil) -> Step { .keep(policy, entity: entity) }

    static func save(_ entity: Int, _ id: Int64, text: Int = 4) -> Step {
        .commit([.save(entity: entity, id: id, text: text)])
    }

    static func delete(_ entity: Int, _ id: Int64) -> Step {
        .commit([.delete(entity: entity, id: id)])
    }

    static func replace(_ entity: Int, _ id: Int64, text: Int? = 2) -> Step {
        .commit([.replace(entity: entity, id: id, text: text)])
    }

    @Test(arguments: histories)
    func `each kind of history is loaded, and sound for an independent reader`(
        name: String, steps: [Step]
    ) throws {
        try check(steps) { copy in try expectSound(copy.filesNow) }
    }

    @Test func `a dump without history is that of one state, with the schemas alone`() throws {
        var world = try HistoryWorld()
        for step in Self.histories[4].1 { try world.run(step) }
        var plain: [UInt8] = []
        try Dumper(world.store.database.snapshot(), write: { plain += $0 }).run()
        let lines = String(decoding: plain, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("{\"schema\":") })
        #expect(lines.last?.hasPrefix("{\"entity\":\"Town\",\"object\":{\"id\":2,") == true)
    }

    @Test func `objects that are still to be erased are not dumped`() throws {
        var world = try HistoryWorld()
        for step in [Self.keep(1), Self.save(0, 1)] { try world.run(step) }
        try world.store.database.performChanges { changes in
            let names = ["number", "entity", "row", "first", "last"]
            let attributes = names.enumerated().map { place, name in
                AttributeSchema(
                    id: AttributeID(UInt32(place + 1)), name: name, type: .scalar(.int64),
                    isNullable: false)
            }
            try changes.define(Format.erasuresEntity, attributes: attributes, id: "number")
            try changes.insert(
                [.int(1), .int(1), .int(0), .int(1), .int(9)], into: Format.erasuresEntity)
        }
        let error = #expect(throws: StoreError.self) {
            try world.store.database.keptHistory()
        }
        #expect(error?.message.contains("still to be erased") == true)
    }
}
