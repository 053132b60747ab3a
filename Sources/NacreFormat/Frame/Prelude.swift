/// The author of a commit and a note about it: the first bytes of the payload of a commit's first
/// part (Formats.md, "Commit"). Padded, because the records after it are at multiples of 4.
package struct Prelude: Sendable, Hashable {
    package let author: String
    package let note: String

    package init(author: String, note: String) {
        self.author = author
        self.note = note
    }

    /// The encoded prelude; empty if there is neither author nor note.
    package var encoded: [UInt8] {
        if author.isEmpty && note.isEmpty { return [] }
        let buffer = ByteBuffer()
        buffer.append(utf8: author)
        buffer.append(UInt8(0))
        buffer.append(utf8: note)
        buffer.pad(to: Format.alignment)
        return buffer.read { $0.bytes }
    }

    /// Whether ``encoded`` can be stored and reads back with the same content.
    package var isStorable: Bool {
        let size = author.utf8.count + 1 + note.utf8.count
        return size <= Format.preludeSizeMax && !author.utf8.contains(0) && !note.utf8.contains(0)
    }

    /// Decodes a prelude.
    /// - Parameter view: The prelude of a frame.
    /// - Returns: nil if the bytes are not UTF-8.
    package init?(_ view: ByteView) {
        let authorEnd = Self.zero(in: view, from: 0)
        let noteStart = min(authorEnd + 1, view.count)
        let noteEnd = Self.zero(in: view, from: noteStart)
        guard let author = view[0..<authorEnd].string,
            let note = view[noteStart..<noteEnd].string
        else { return nil }
        self.init(author: author, note: note)
    }

    /// Decodes a prelude. One that is not UTF-8 is empty.
    package static func decoded(_ view: ByteView) -> Prelude {
        Prelude(view) ?? Prelude(author: "", note: "")
    }

    /// Whether the bytes are author, zero, note and zeros to a multiple of 4, or none at all.
    package static func isSound(_ view: ByteView) -> Bool {
        guard view.count > 0 else { return true }
        guard let prelude = Prelude(view) else { return false }
        let size = prelude.author.utf8.count + 1 + prelude.note.utf8.count
        let padded = Format.padded(size)
        return view.count == padded && view[size..<padded].isZero
    }

    /// Returns the offset of the first zero byte, or the end.
    private static func zero(in view: ByteView, from start: Int) -> Int {
        (start..<view.count).first { view[$0] == 0 } ?? view.count
    }
}
