internal import CNacreShims

/// The result of a search for a sequence of bytes.
package struct ByteSearch {
    /// The offset of the first occurrence; nil if there is none.
    package let offset: Int?
    /// Whether all bytes that were searched are ASCII, including those after the occurrence.
    package let isASCII: Bool
    /// The number of bytes that were compared apart from the fast scan, for tests: at most a
    /// multiple of all bytes.
    package let steps: Int
}

/// Searches for sequences, in a time that is linear for any bytes.
extension ByteView {
    /// Searches for the first occurrence of a sequence. An empty sequence occurs at offset 0.
    /// - Parameters:
    ///   - part: The sequence, without capital ASCII letters if case is ignored.
    ///   - ignoringCase: Whether capital ASCII letters are equal to small ones.
    package func search(for part: ByteView, ignoringCase: Bool = false) -> ByteSearch {
        let found = find(part, ignoringCase)
        let rest = self[found.offset..<count]
        return ByteSearch(
            offset: offset(of: found, part), isASCII: found.is_ascii != 0 && rest.isASCII,
            steps: found.steps)
    }

    /// Returns the offset of the first occurrence of a sequence at an offset or after it. Reads no
    /// byte after the occurrence. The parameters are those of ``search(for:ignoringCase:)``.
    package func firstOffset(
        of part: ByteView, from start: Int, ignoringCase: Bool = false
    ) -> Int? {
        let rest = self[start..<count]
        return rest.offset(of: rest.find(part, ignoringCase), part).map { start + $0 }
    }

    /// Returns the offset of a word, at any alignment; nil if it does not occur from `offset` on.
    package func firstOffset(of word: UInt32, from offset: Int) -> Int? {
        guard offset < count else { return nil }
        // SAFETY: the view of the word lives until the end of the call.
        return unsafe withUnsafeBytes(of: word.littleEndian) {
            firstOffset(of: unsafe ByteView($0), from: offset)
        }
    }

    private func find(_ part: ByteView, _ ignoringCase: Bool) -> nacre_found {
        // SAFETY: both views are alive, and the function reads no byte outside of them.
        unsafe nacre_find(base, count, part.base, part.count, ignoringCase ? 1 : 0)
    }

    private func offset(of found: nacre_found, _ part: ByteView) -> Int? {
        found.offset <= count - part.count ? found.offset : nil
    }

    /// Whether the bytes are well-formed UTF-8.
    package var isUTF8: Bool { unsafe nacre_is_utf8(base, count) != 0 }
}
