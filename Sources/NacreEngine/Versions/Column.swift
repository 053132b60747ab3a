internal import Synchronization

/// The keys of one attribute beside the row table of its entity, a chunk for each of its leaves.
///
/// A column is what scans have read, kept: the first one that comes to a leaf makes its chunk, and
/// those that follow read eight bytes an object. A chunk belongs to one very leaf. A change copies
/// the leaves of the rows that it writes, and so leaves their chunks behind without knowing of
/// them, while snapshots still have those of their own leaves.
///
/// Any number of threads may ask: at worst two of them make the same chunk.
final class Column: Sendable {
    /// By the number of the leaf. A dictionary, because a damaged store may have rows anywhere.
    private let chunks = Mutex<[UInt32: ColumnChunk]>([:])

    /// Those that there are so far, by the numbers of their leaves. Looking there takes no lock.
    var made: [UInt32: ColumnChunk] { chunks.withLock { $0 } }

    /// - Parameter first: a leaf's first row.
    static func number(_ first: UInt32) -> UInt32 { first / UInt32(ColumnChunk.capacity) }

    /// - Parameters:
    ///   - first: the first row of the leaf.
    ///   - make: reads the leaf's objects.
    func chunk(
        of leaf: Node, from first: UInt32, _ make: () throws -> ColumnChunk
    ) rethrows -> ColumnChunk {
        let number = Self.number(first)
        let known = chunks.withLock { $0[number] }
        if let known, known.isOf(leaf) { return known }
        let chunk = try make()
        chunks.withLock { chunks in
            // Those who come later have newer leaves.
            if chunks[number].map({ $0.born <= chunk.born }) ?? true { chunks[number] = chunk }
        }
        return chunk
    }
}
