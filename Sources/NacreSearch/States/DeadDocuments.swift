/// The documents of a run whose rows newer runs have touched: one bit for each, in chunks that
/// copies share until they change.
struct DeadDocuments: Sendable {
    private static let chunkBits = 1 << 16

    /// The chunks; one without dead documents is empty.
    private var chunks: [[UInt64]] = []
    private(set) var count = 0

    @inline(__always)
    func contains(_ ordinal: UInt32) -> Bool {
        count > 0 && find(ordinal)
    }

    private func find(_ ordinal: UInt32) -> Bool {
        let chunk = Int(ordinal) / Self.chunkBits
        guard chunk < chunks.count, !chunks[chunk].isEmpty else { return false }
        return chunks[chunk][(Int(ordinal) % Self.chunkBits) >> 6] & 1 << UInt64(ordinal & 63) != 0
    }

    /// Adds a document.
    /// - Parameter documents: The number of documents of the run.
    mutating func insert(_ ordinal: UInt32, of documents: Int) {
        if contains(ordinal) { return }
        let chunk = Int(ordinal) / Self.chunkBits
        if chunks.isEmpty {
            chunks = Array(
                repeating: [], count: (documents + Self.chunkBits - 1) / Self.chunkBits)
        }
        if chunks[chunk].isEmpty {
            let bits = min(Self.chunkBits, documents - chunk * Self.chunkBits)
            chunks[chunk] = Array(repeating: 0, count: (bits + 63) / 64)
        }
        chunks[chunk][(Int(ordinal) % Self.chunkBits) >> 6] |= 1 << UInt64(ordinal & 63)
        count += 1
    }
}
