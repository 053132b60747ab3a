internal import Dispatch
internal import NacreFormat
internal import Synchronization

/// Checks the sections of a checkpoint, every byte of them against its checksum, and hangs their
/// blocks under inner nodes. Where there is much of it, all processors take part.
struct SectionLoader {
    let file: CheckpointFile
    let sections: [CheckpointSection]

    private struct Outcome {
        var sections: [Result<LoadedSection, FormatError>?]
        /// One for each lane.
        var nodes: [NodePool.Nodes] = []
    }

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
        let next = Atomic(0)
        let outcome = Mutex(Outcome(sections: Array(repeating: nil, count: sections.count)))
        let other = Mutex<Result<Other, FormatError>?>(nil)
        inLanes { lane in
            if lane == 0 {
                let done = Result { () throws(FormatError) in try work() }
                other.withLock { $0 = done }
            }
            let pool = NodePool(origin)
            while true {
                let turn = next.add(1, ordering: .relaxed).oldValue
                guard turn < order.count else { break }
                let loaded = Result { () throws(FormatError) in
                    try LoadedSection(sections[order[turn]], of: file, pool: pool)
                }
                outcome.withLock { $0.sections[order[turn]] = loaded }
            }
            let nodes = pool.nodes
            outcome.withLock { $0.nodes.append(nodes) }
        }
        let found = outcome.withLock { $0 }
        for nodes in found.nodes { pool.take(nodes) }
        return try file.reading { () throws(FormatError) in
            var loaded: [LoadedSection] = []
            for case let section? in found.sections { loaded.append(try section.get()) }
            guard let other = other.withLock({ $0 }) else { preconditionFailure("a lane was lost") }
            return (loaded, try other.get())
        }
    }

    /// From so many bytes on it pays to wake other threads.
    private static let sizeOfManyMin = 1 << 19

    /// Runs a closure for lane 0, and at the same time for others if they are worth it and the
    /// machine has the processors.
    private func inLanes(_ body: @Sendable (Int) -> Void) {
        guard file.mapping.view.count >= Self.sizeOfManyMin else { return body(0) }
        let lanes = min(POSIXCalls.processorCount, sections.count)
        DispatchQueue.concurrentPerform(iterations: lanes, execute: body)
    }
}
