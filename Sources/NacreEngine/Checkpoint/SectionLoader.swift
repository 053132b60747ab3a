internal import NacreFormat
internal import Synchronization

/// Checks the sections of a checkpoint, of blocks only their tops, and hangs the blocks under inner
/// nodes; all but those of indexes, which are asked later (``CheckpointTree``). Where there is much
/// of it, all processors take part.
struct SectionLoader {
    let file: CheckpointFile
    let sections: [CheckpointSection]
    /// The numbers of the segments that rows may lead into, ascending.
    let covered: [UInt32]

    /// What the lanes make. Not generic, nor what they share: the first use of each generic type
    /// costs a process time that opening a store does not have.
    private final class Made: Sendable {
        private let sections: Mutex<[LoadedSection?]>
        private let failure = Mutex<(place: Int, error: FormatError)?>(nil)
        /// Of the lanes with a pool of their own.
        private let nodes = Mutex<[NodePool.Nodes]>([])

        init(count: Int) { sections = Mutex([LoadedSection?](repeating: nil, count: count)) }

        func add(_ section: LoadedSection, at place: Int) {
            sections.withLock { $0[place] = section }
        }

        /// The error of the first section that has one is what counts.
        func add(_ error: FormatError, at place: Int) {
            failure.withLock { failure in
                if failure.map({ place < $0.place }) ?? true { failure = (place, error) }
            }
        }

        func add(_ lane: NodePool.Nodes) { nodes.withLock { $0.append(lane) } }

        func moveNodes(to pool: NodePool) { nodes.withLock { $0 }.forEach(pool.take) }

        func get() throws(FormatError) -> [LoadedSection] {
            if let failure = failure.withLock({ $0 }) { throw failure.error }
            return sections.withLock { $0.compactMap(\.self) }
        }
    }

    /// From so many bytes on that are to be checked it pays to wake other threads: some two million
    /// objects. With fewer the threads' beginning takes longer than their work, and so does telling
    /// each other of the pages that the process makes its own meanwhile.
    var sharedSizeMin = 1 << 20

    /// - Parameters:
    ///   - pool: gets the inner nodes, also if this fails.
    ///   - work: done meanwhile, on another processor if there is one.
    /// - Returns: the sections in their order.
    func run(
        pool: NodePool, alongside work: @Sendable () -> Void
    ) throws(StoreError) -> [LoadedSection] {
        // The longest ones first, so that no processor is left with one at the end.
        let order = sections.indices.sorted { sections[$0].length > sections[$1].length }
        let made = Made(count: sections.count)
        let origin = pool.origin
        let size = sections.reduce(0) { $0 + ($1.isAskedLater ? 0 : $1.checkedRange.count) }
        let lanes = Lanes(pieces: order.count, isShared: size >= sharedSizeMin)
        lanes.run { lane in
            if lane.number == 0 { work() }
            let own = lane.number > 0 ? NodePool(origin) : nil
            while let turn = lane.takePiece() {
                let place = order[turn]
                do throws(FormatError) {
                    let section = try LoadedSection(
                        sections[place], of: file, covering: covered, pool: own ?? pool)
                    made.add(section, at: place)
                } catch {
                    made.add(error, at: place)
                }
            }
            if let own { made.add(own.nodes) }
        }
        made.moveNodes(to: pool)
        return try file.reading { () throws(FormatError) in try made.get() }
    }
}
