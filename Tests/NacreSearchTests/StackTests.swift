import Foundation
import NacreSearch
import NacreText
import Testing

@Suite struct StackTests {
    @Test func `the deepest query is read, printed, compiled and marked on a small stack`() async {
        let opening = (0..<16).map { _ in "-(a OR b" }.joined(separator: " ")
        let text = opening + String(repeating: ")", count: 16)
        let isDone = await withCheckedContinuation { continuation in
            let thread = Thread {
                let query = try? SearchQuery(text, .strict)
                let compiled = try? query?.compiled(with: .words, fields: [])
                let ranges = compiled.map { Highlighter($0, field: 0, .words).ranges(in: "a b") }
                continuation.resume(returning: query?.description == text && ranges != nil)
            }
            thread.stackSize = 256 << 10
            thread.start()
        }
        #expect(isDone)
    }
}
