internal import NacreFormat

/// Checks the sections of a checkpoint, every byte of them against its checksum, and hangs their
/// blocks under inner nodes. Where there is much of it, all processors take part.
struct SectionLoader {
    let file: CheckpointFile
    let sections: [CheckpointSection]
    /// The numbers of the segments that rows may lead into, ascending.
    let covered: [UInt32]

    /// What one lane makes.
    private struct Part<Other: Sendable> {
        var sections: [(place: Int, attempt: Attempt<LoadedSection>)] = []
        /// Of a lane with a pool of its own.
        let nodes: NodePool.Nodes?
        /// Of the first lane.
        let other: Attempt<Other>?
    }

    /// What came of something that can fail, without the cost of the first `Result` of its kind
    /// (``Lanes``).
    private enum Attempt<Made> {
        case made(Made)
        case failed(FormatError)

        init(_ body: () throws(FormatError) -> Made) {
            do { self = .made(try body()) } catch { self = .failed(error) }
        }

        func get() throws(FormatError) -> Made {
            switch self {
            case .made(let made): return made
            case .failed(let error): throw error
            }
        }
    }

    /// From so many bytes on it pays to wake other threads.
    private static let sizeOfManyMin = 1 << 19

    /// - Parameters:
    ///   - pool: gets the inner nodes, also if this fails.
    ///   - work: done meanwhile, on another processor if there is one.
    /// - Returns: the sections in their order, and what `work` does.
    func run<Other: Sendable>(
        pool: NodePool, alongside work: @Sendable () throws(FormatError) -> Other
    ) throws(StoreError) -> ([LoadedSection], Other) {
        // The longest ones first, so that no processor is left with one at the end.
        let order = sections.indices.sorted { sections[$0].length > sections[$1].length }
        let origin = pool.origin
        let lanes = Lanes(
            pieces: order.count, isShared: file.mapping.view.count >= Self.sizeOfManyMin)
        let parts = lanes.collect { lane in
            let other = lane.number > 0 ? nil : Attempt { () throws(FormatError) in try work() }
            let own = lane.number > 0 ? NodePool(origin) : nil
            var sections: [(Int, Attempt<LoadedSection>)] = []
            while let turn = lane.takePiece() {
                let loaded = Attempt { () throws(FormatError) in
                    try LoadedSection(
                        self.sections[order[turn]], of: file, covering: covered, pool: own ?? pool)
                }
                sections.append((order[turn], loaded))
            }
            return Part(sections: sections, nodes: own?.nodes, other: other)
        }
        for nodes in parts.compactMap(\.nodes) { pool.take(nodes) }
        return try file.reading { () throws(FormatError) in
            let found = parts.flatMap(\.sections).sorted { $0.place < $1.place }
            var loaded: [LoadedSection] = []
            for section in found { loaded.append(try section.attempt.get()) }
            guard let other = parts.lazy.compactMap(\.other).first else {
                preconditionFailure("a lane was lost")
            }
            return (loaded, try other.get())
        }
    }
}
