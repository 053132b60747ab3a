import NacreFormat
import NacreSearch
import NacreText

/// A change of one row: its text before and after; nil if there is none.
struct RowChange {
    let row: UInt32
    let former: Reference.Document?
    let next: Reference.Document?
}

extension RunBuilder {
    static func run(
        _ changes: [RowChange], fields: Int, keeping filter: TermFilter? = nil
    ) throws -> SearchRun {
        let builder = RunBuilder(tokenizer: .words, fieldCount: fields, keeping: filter)
        for change in changes { builder.add(change) }
        return try builder.finish()
    }

    func add(_ change: RowChange) {
        if let former = change.former {
            beginFormer(change.row)
            for text in former.joined() {
                addFormerText(Array(text.joined(separator: " ").utf8).span)
            }
            endFormer()
        }
        if let next = change.next {
            beginDocument(change.row)
            for (field, texts) in next.enumerated() {
                for text in texts {
                    addText(Array(text.joined(separator: " ").utf8).span, field: field)
                }
            }
            endDocument()
        }
    }
}

/// An owner of the bytes of a run in tests.
final class TestBytes: @unchecked Sendable {
    let buffer = ByteBuffer()

    init(_ bytes: [UInt8]) {
        buffer.append(bytes)
    }

    /// - Parameter isOfFile: Whether checksums are checked before anything is read.
    func run(isOfFile: Bool = true) throws(SearchError) -> SearchRun {
        try SearchRun(buffer.view, owner: self, isOfFile: isOfFile)
    }
}

extension SearchRun {
    /// A copy of the bytes, which outlives the run.
    var copy: [UInt8] { withExtendedLifetime(self) { bytes.bytes } }
}

/// Whether some bytes occur among others.
func contains(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
    whole.withView { whole in part.withView { whole.search(for: $0).offset } } != nil
}
