import Foundation
import Nacre
import Testing

/// Stores that are never closed.
@Suite struct DroppedStoreTests {
    @Test func `a dropped store opens again at once, whatever work goes on in it`() throws {
        let path = NSTemporaryDirectory() + "nacre-dropped-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for round in 0..<30 {
            let store = try Store(at: path, Word.self)
            // Enough for a checkpoint or a compaction to be at work afterwards.
            try store.performChanges { changes in
                for number in 0..<3000 {
                    try changes.save(Word(id: "w\(number)", count: round))
                }
            }
        }
        let store = try Store(at: path, Word.self)
        #expect(try store.fetch(Word.where { $0.count == 29 }).count == 3000)
        try store.close()
    }
}
