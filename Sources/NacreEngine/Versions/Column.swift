internal import Synchronization

/// The keys of one attribute, kept beside the row table of its entity: one chunk for each leaf.
///
/// A column caches the keys that scans have read. The first scan that reaches a leaf makes its
/// chunk; later scans read eight bytes an object. A chunk belongs to exactly one leaf. A change
/// copies the leaves of the rows that it writes, so their chunks become obsolete without any
/// invalidation, while snapshots keep using the chunks of their own leaves.
///
/// Thread-safe. At worst, two threads make the same chunk.
final class Column: Sendable {
    /// The chunks, by leaf number. A dictionary, because a damaged store may have rows anywhere.
    private let chunks = Mutex<[UInt32: ColumnChunk]>([:])

    /// The chunks made so far, by leaf number. Lookups in the returned copy take no lock.
    var made: [UInt32: ColumnChunk] { chunks.withLock { $0 } }

    /// Returns the number of a leaf.
    /// - Parameter first: The leaf's first row.
    static func number(_ first: UInt32) -> UInt32 { first / UInt32(ColumnChunk.capacity) }

    /// Returns the chunk of a leaf, and makes it on first use.
    /// - Parameters:
    ///   - first: The first row of the leaf.
    ///   - make: Reads the leaf's objects.
    func chunk(
        of leaf: Node, from first: UInt32, _ make: () throws -> ColumnChunk
    ) rethrows -> ColumnChunk {
        let number = Self.number(first)
        let known = chunks.withLock { $0[number] }
        if let known, known.isOf(leaf) { return known }
        let chunk = try make()
        chunks.withLock { chunks in
            // Later changes have newer leaves; keep the newest.
            if chunks[number].map({ $0.born <= chunk.born }) ?? true { chunks[number] = chunk }
        }
        return chunk
    }
}
