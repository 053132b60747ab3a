import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// The readable parts of a damaged store can be read, and the store stays unchanged.
@Suite struct DegradedStoreTests {
    private let words = (1...400).map { Word(id: "word \($0)", count: $0) }

    /// - Returns: The contents of the files, by name.
    private func contents(of folder: URL) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
            contents[name] = try Data(contentsOf: folder.appending(path: name))
        }
        return contents
    }

    @Test func `losses are listed, everything else is readable, and no file changes`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(at: folder.path(), Word.self)
        for part in [words.prefix(200), words.suffix(200)] {
            try store.performChanges { try $0.insert(contentsOf: Array(part)) }
        }
        try store.close()
        let file = folder.appending(path: "00000001.seg")
        var bytes = try Data(contentsOf: file)
        bytes[2_000] ^= 1
        try bytes.write(to: file)
        let before = try contents(of: folder)

        let refusal = storeError { try Store(at: folder.path(), options: .readOnly, Word.self) }
        #expect(refusal?.code == .corrupt)
        let (rest, report) = try Store.degraded(at: folder.path(), Word.self)
        let found = try rest.fetch(Word.all.sorted(\.count.ascending))
        #expect(found.count < 400)
        #expect(found.count >= 200)
        #expect(Set(found).isSubset(of: words))
        #expect(!report.isComplete)
        #expect(!report.lost.isEmpty || !report.lostRanges.isEmpty)
        #expect(report.keptCount == found.count)
        let change = storeError { try rest.performChanges { try $0.insert(words[0]) } }
        #expect(change?.code == .readOnly)
        #expect(try contents(of: folder) == before)
    }

    @Test func `a sound store is read completely`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(at: folder.path(), Word.self)
        try store.performChanges { try $0.insert(contentsOf: words) }
        try store.close()
        let (rest, report) = try Store.degraded(at: folder.path(), Word.self)
        #expect(report.isComplete)
        #expect(try rest.fetch(Word.all.sorted(\.count.ascending)) == words)
    }
}
