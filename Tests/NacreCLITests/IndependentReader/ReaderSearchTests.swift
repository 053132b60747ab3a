import NacreCLI
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Runs of full-text indexes, as read by the reader written from Formats.md alone.
@Suite struct ReaderSearchTests {
    private func store() throws -> TestStore {
        let store = try TestStore { $0.maintenance = .manual }
        var random = SplitMix64(seed: 21)
        func text() -> Value {
            .string((0..<12).map { _ in "w\(random.next(upTo: 90))" }.joined(separator: " "))
        }
        try store.database.performChanges { changes in
            try changes.define(
                "Note",
                attributes: [
                    AttributeSchema(
                        id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                    AttributeSchema(
                        id: AttributeID(2), name: "title", type: .string, isNullable: false),
                    AttributeSchema(
                        id: AttributeID(3), name: "body", type: .string, isNullable: false),
                ], id: "id",
                searches: [
                    .words(["title", "body"]),
                    NamedSearch("other", ["body"], tokenizer: NamedSearch.words([]).tokenizer),
                ])
        }
        // Lists of several blocks, and several runs.
        for count in [2000, 150, 3] as [Int64] {
            try store.database.performChanges { changes in
                for id in 0..<count {
                    try changes.save([.int(id * 3), text(), text()], in: "Note")
                }
                for id in 0..<count / 5 { _ = try changes.delete(.int(id * 6), from: "Note") }
            }
            try store.database.buildSearches()
            try store.database.checkpoint()
        }
        return store
    }

    @Test func `the reader finds runs sound, and a damaged one is only a note`() throws {
        var files = try store().closedFiles()
        let names = files.keys.filter { FileName.runNumber($0) != nil }.sorted()
        #expect(names.count > 3)
        try expectAgreement(on: files)
        let name = try #require(names.first)
        let run = try #require(files[name])
        for offset in [9, 64, 200, run.count / 2, run.count - 9] {
            files[name] = run.flipping(bit: offset * 8)
            try expectAgreement(on: files, notes: "an index of texts is made again: \(name)")
        }
        files[name] = nil
        try expectAgreement(on: files, notes: "an index of texts is made again: \(name)")
    }
}
