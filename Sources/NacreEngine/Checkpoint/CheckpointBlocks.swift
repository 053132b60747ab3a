internal import CNacreShims
internal import NacreFormat
internal import Synchronization

/// The blocks of a checkpoint that a store was opened with. Opening has checked the tops of those
/// of rows; those of a tree are checked when somebody first asks it, and each block when it is
/// first looked at, by whoever does, so that opening a large store takes little longer than opening
/// a small one. What is damaged is made anew from the log, in memory: a checkpoint is a cache, and
/// damage to it costs time and nothing else.
///
/// The log that the checkpoint covers is held for that, wherever its files are. Before this store
/// removes any of it, all blocks are checked, so that nobody needs it (``checkAll()``). Any number
/// of threads may look at blocks.
@safe final class CheckpointBlocks: PackedLeafOwner, @unchecked Sendable {
    // SAFETY: nobody else has the memory. Of a top only the word is written that is zero in the
    // file, by atomic instructions; a block only by the thread that has claimed it with that word.
    // Nobody reads it meanwhile, but for whole words at the end of the block before, of which only
    // the bytes that are that block's count.
    let mapping: MappedBytes

    /// All that the file has.
    let sections: [CheckpointSection]
    // SAFETY: set once, before anybody else has this object.
    private nonisolated(unsafe) var trees: [CheckpointTree?] = []
    /// The numbers of the segments that rows may lead into, ascending.
    private let covered: [UInt32]
    /// Nil if nobody asks how keys were made.
    private let keys: CheckpointKeys?
    private let source = Mutex(Source())
    /// Apart from what takes time.
    private let firstProblem = Mutex<String?>(nil)
    private let isAllChecked = Atomic(false)
    private let isSwept = Atomic(false)

    /// Replays the log that the checkpoint covers.
    typealias Replay = @Sendable () throws(StoreError) -> ReplayedCheckpoint

    private struct Source {
        /// Nil if there is no log to go by.
        var replay: Replay?
        var replayed: ReplayedCheckpoint?
    }

    /// - Parameters:
    ///   - mapping: the whole file, in memory that nobody else has.
    ///   - sections: all that it has.
    init(
        _ mapping: MappedBytes, _ sections: [CheckpointSection], covering covered: [UInt32],
        _ keys: CheckpointKeys?
    ) {
        self.keys = keys
        self.mapping = mapping
        self.sections = sections
        self.covered = covered
        super.init()
        unsafe trees = sections.map { section in
            guard section.kind.isOfTree, section.entries > 0 else { return nil }
            return CheckpointTree(section, of: self, runDistance: runDistance(of: section))
        }
    }

    /// Sets what blocks that are damaged are made from, once it is known.
    func setReplay(_ replay: @escaping Replay) { source.withLock { $0.replay = replay } }

    /// What is wrong with the first block that was found damaged; nil if none was so far.
    var problem: String? { firstProblem.withLock { $0 } }

    /// Whether the segments that the checkpoint covers are held, since not all blocks were checked.
    var holdsLog: Bool { source.withLock { $0.replay != nil } }

    func covers(_ segment: SegmentNumber) -> Bool { covered.containsSorted(segment.rawValue) }

    func block(_ index: Int, of section: CheckpointSection) -> PackedBlock {
        let blocks = blocks(of: section)
        let top = unsafe mapping.view.base + section.offset + blocks.offset(index)
        if unsafe !Self.isChecked(topAt: top) { checkFirst(topAt: UInt(bitPattern: top)) }
        return blocks[index]
    }

    private func blocks(of section: CheckpointSection) -> PackedBlocks {
        PackedBlocks(checked: mapping.view[section.range], count: section.blocks)
    }

    // MARK: Checking

    override func checkFirst(topAt address: UInt) {
        let top = unsafe Int(address - UInt(bitPattern: mapping.view.base))
        let word = unsafe Self.word(of: mapping.view.base + top)
        guard unsafe nacre_claim(word, Mark.claimed) != 0 else {
            // Somebody else is at it: for no time at all, unless the block has to be made anew.
            var turns = 0
            while unsafe nacre_load_acquire(word) != Mark.checked {
                POSIXCalls.pause(turn: turns)
                turns += 1
            }
            return
        }
        guard let section = sections.first(where: { $0.range.contains(top) }) else {
            preconditionFailure("a top in no section")
        }
        let blocks = blocks(of: section)
        let index = (top - section.offset - blocks.topsStart) / PackedTopFields.size
        let isSound = isSound(blocks[index], section.kind)
        if !isSound { repair(index, of: section) }
        unsafe nacre_store_release(word, Mark.checked)
        if !isSound { checkRest() }
    }

    /// Where one is damaged there may be more, and what was replayed takes memory until then.
    func checkRest() {
        if !isSwept.exchange(true, ordering: .relaxed) { try? checkAll() }
    }

    private func isSound(_ block: PackedBlock, _ kind: CheckpointSectionKind) -> Bool {
        block.isIntact && (kind != .rows || block.leads(onlyInto: covered))
    }

    /// Checks all blocks, so that nobody needs the log that the checkpoint covers any more.
    /// - Throws: `corrupt` if a block is damaged and so is the log.
    func checkAll() throws(StoreError) {
        try damage.check()
        guard !isAllChecked.load(ordering: .acquiring) else { return }
        for (place, section) in sections.enumerated() where section.kind.hasBlocks {
            if unsafe trees[place]?.leavesAreBlocks ?? true {
                mapping.prefetch(section.range)
                for index in 0..<section.blocks { _ = block(index, of: section) }
            }
            try damage.check()
        }
        source.withLock { $0 = Source() }
        isAllChecked.store(true, ordering: .releasing)
    }

    // MARK: Making a block anew

    private func repair(_ index: Int, of section: CheckpointSection) {
        let blocks = blocks(of: section)
        let block = blocks[index]
        let problem = "block \(index) of '\(section.kind)' of entity \(section.entity) is damaged"
        let rank = (0..<index).reduce(0) { $0 + blocks.top($1).count }
        let bytes = remade(problem) { $0.bytes(of: block, in: section, rank: rank) }
        if let bytes { write(bytes, over: block) } else { blank(block, section.kind) }
    }

    /// - Returns: what the log makes of something that is damaged; nil if the log does not hold it.
    private func remade<Made: Sendable>(
        _ problem: String, _ body: (ReplayedCheckpoint) -> Made?
    ) -> Made? {
        firstProblem.withLock { $0 = $0 ?? problem }
        return source.withLock { source in
            // A log that is damaged is not gone through for each block.
            guard damage.error == nil else { return nil }
            do throws(StoreError) {
                if source.replayed == nil { source.replayed = try source.replay?() }
                if let made = source.replayed.flatMap(body) { return made }
                throw StoreError(
                    .corrupt, "The log does not hold what the checkpoint held.", cause: problem)
            } catch {
                damage.set(Self.lost(error))
                source = Source()
                return nil
            }
        }
    }

    private func write(_ bytes: [UInt8], over block: PackedBlock) {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(mutating: block.bytes.base)
                .copyMemory(from: source, byteCount: min(bytes.count, block.bytes.count))
        }
    }

    /// What can be looked at without harm, for as long as somebody does not know yet: rows that
    /// are free, or one entry again and again.
    private func blank(_ block: PackedBlock, _ kind: CheckpointSectionKind) {
        let byte: UInt8 = kind == .rows ? 0xFF : 0
        write([UInt8](repeating: byte, count: block.bytes.count), over: block)
    }

    private static func lost(_ error: StoreError) -> StoreError {
        StoreError(
            .corrupt,
            "The checkpoint is damaged, and so is the log that it could be made anew from. Nothing"
                + " was changed; restore the store from a backup, or save what can be read with"
                + " 'nacre salvage'.",
            file: error.file, offset: error.offset, cause: error.cause ?? error.message)
    }
}

// MARK: Rows and trees

extension CheckpointBlocks {
    /// The table of a section of rows.
    /// - Parameters:
    ///   - place: of the section, which was checked.
    ///   - pool: gets the inner nodes.
    func rows(at place: Int, _ pool: NodePool) -> RowTable {
        let table = RowTable(blocks(of: sections[place]), pool)
        // A table of one leaf has no node above it that a walk would come from.
        Node(address: table.root)?.checkPacked(self)
        return table
    }

    /// A tree, which opening has not looked at.
    /// - Parameter place: of its section.
    func tree(at place: Int) -> Tree { unsafe trees[place].map { Tree($0) } ?? Tree() }

    /// A tree whose leaves are the blocks of a section.
    /// - Parameter pool: gets the inner nodes.
    /// - Throws: what is wrong with the section.
    func tree(_ section: CheckpointSection, _ pool: NodePool) throws(FormatError) -> Tree {
        try keys?.check(section)
        mapping.prefetch(section.checkedRange)
        try section.check(in: mapping.view, covering: covered)
        return Tree(blocks(of: section), pool)
    }

    /// What the keys of ids are ahead of their rows by, as a few of the tops have it. Nobody has
    /// checked these, so it may be wrong.
    private func runDistance(of section: CheckpointSection) -> UInt64? {
        guard section.kind == .ids, section.blocks > 2 else { return nil }
        let blocks = blocks(of: section)
        func distance(_ index: Int) -> UInt64 {
            let top = blocks.top(index)
            return TreeEntry(key: top.baseKey, row: top.firstRow).distance
        }
        let first = distance(1)
        guard distance(blocks.count / 2 + 1) == first, distance(blocks.count - 1) == first else {
            return nil
        }
        return first
    }

    /// The same tree made from the log. If there is no such log, one entry again and again, which
    /// does no harm for as long as somebody does not know yet.
    /// - Parameter pool: gets all nodes.
    func remadeTree(
        _ section: CheckpointSection, _ pool: NodePool, because error: FormatError
    ) -> Tree {
        let problem = "'\(section.kind)' of entity \(section.entity) is damaged: \(error)"
        let entries = remade(problem) { $0.entries(of: section) }
        return Tree(
            sorted: entries ?? Array(repeating: .min, count: section.entries), pool: pool)
    }
}
