internal import NacreFormat

/// Writes the dictionary of a run: terms in ascending order, in blocks, front-coded.
@safe final class DictionaryWriter {
    let terms = RunMemory(capacity: 1024)
    let blocks = RunMemory(capacity: 128)
    @safe @exclusivity(unchecked) private(set) var count = 0
    private let previous = RunMemory(capacity: 256)

    /// Appends a term.
    /// - Parameters:
    ///   - start: The offset of its list in the section of postings.
    ///   - length: The length of its list.
    func append(
        _ term: ByteView, documents: Int, removed: Int, start: Int, length: Int
    ) {
        var shared = 0
        if count % RunLayout.dictionaryBlock == 0 {
            blocks.append(UInt32(truncatingIfNeeded: terms.count))
            blocks.append(UInt32(truncatingIfNeeded: start))
        } else {
            shared = term.sharedCount(with: previous.view)
            terms.append(byte: UInt8(shared))
        }
        terms.append(byte: UInt8(term.count - shared))
        terms.append(term[shared..<term.count])
        terms.append(varint: UInt64(documents) << 1 | (removed > 0 ? 1 : 0))
        if removed > 0 { terms.append(varint: UInt64(removed)) }
        if documents > 0 { terms.append(varint: UInt64(length)) }
        previous.removeAll()
        previous.append(term)
        count += 1
    }
}
