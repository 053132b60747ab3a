internal import CNacreShims
internal import NacreFormat
internal import Synchronization

/// The blocks of the checkpoint that a store was opened with. Opening has checked the tops of the
/// row blocks, and the block of each row table that has only one. The tops of a tree are checked
/// when the tree is first read, and each other block when it is first accessed, by the thread that
/// does so. So opening a large store takes hardly longer than opening a small one. Damaged parts
/// are rebuilt from the log, in memory: a checkpoint is a cache, and damage to it costs only time.
///
/// The log that the checkpoint covers is retained for this, wherever its files are. Before this
/// store removes any of it, all blocks are checked, so that it is no longer needed
/// (``checkAll()``). Thread-safe.
@safe final class CheckpointBlocks: PackedLeafOwner, @unchecked Sendable {
    // SAFETY: this object owns the memory exclusively. In a top, only the word that is zero in the
    // file is written, by atomic instructions. A block is written only by the thread that has
    // claimed it with that word. No other thread reads it meanwhile, except as part of whole words
    // at the end of the block before, of which only the bytes of that block count.
    let mapping: MappedBytes

    /// All sections of the file.
    let sections: [CheckpointSection]
    // SAFETY: set once in the initializer, before the object is shared.
    private nonisolated(unsafe) var trees: [CheckpointTree?] = []
    /// The numbers of the segments that rows may refer to, ascending.
    private let covered: [UInt32]
    /// The check of how the keys were made; nil if that need not be checked.
    private let keys: CheckpointKeys?
    private let source = Mutex(Source())
    /// Not part of `source`, whose lock is held during a replay.
    private let firstProblem = Mutex<String?>(nil)
    private let isAllChecked = Atomic(false)
    private let isSwept = Atomic(false)

    /// A replay of the log that the checkpoint covers.
    typealias Replay = @Sendable () throws(StoreError) -> ReplayedCheckpoint

    private struct Source {
        /// The replay of the log; nil if there is no log to rebuild from.
        var replay: Replay?
        var replayed: ReplayedCheckpoint?
    }

    /// - Parameters:
    ///   - mapping: The whole file, in memory that only this object uses.
    ///   - sections: All sections of the file.
    ///   - covered: The numbers of the segments that rows may refer to, ascending.
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

    /// Sets the replay that damaged blocks are rebuilt from, once it is known.
    func setReplay(_ replay: @escaping Replay) { source.withLock { $0.replay = replay } }

    /// The description of the first damage found; nil if none was found so far.
    var problem: String? { firstProblem.withLock { $0 } }

    /// Whether the segments that the checkpoint covers are retained, because not all blocks were
    /// checked.
    var holdsLog: Bool { source.withLock { $0.replay != nil } }

    func covers(_ segment: SegmentNumber) -> Bool { covered.containsSorted(segment.rawValue) }

    func block(_ index: Int, of section: CheckpointSection) -> PackedBlock {
        let blocks = blocks(of: section)
        unsafe check(topAt: mapping.view.base + section.offset + blocks.offset(index))
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
            // Another thread is checking it. That takes almost no time, unless the block has to be
            // rebuilt.
            var turns = 0
            while unsafe nacre_load_acquire(word) != Mark.checked {
                POSIXCalls.pause(turn: turns)
                turns += 1
            }
            return
        }
        guard let section = sections.first(where: { $0.range.contains(top) }) else {
            preconditionFailure("the top is in no section")
        }
        let blocks = blocks(of: section)
        let index = (top - section.offset - blocks.topsStart) / PackedTopFields.size
        let isSound = isSound(blocks[index], section.kind)
        if !isSound { repair(index, of: section) }
        unsafe nacre_store_release(word, Mark.checked)
        if !isSound { checkRest() }
    }

    /// Checks all other blocks, once: damage is seldom alone, and the replayed data takes memory
    /// until all blocks are checked.
    func checkRest() {
        if !isSwept.exchange(true, ordering: .relaxed) { try? checkAll() }
    }

    private func isSound(_ block: PackedBlock, _ kind: CheckpointSectionKind) -> Bool {
        block.isIntact && (kind != .rows || block.leads(onlyInto: covered))
    }

    /// Checks all blocks, so that the log that the checkpoint covers is no longer needed.
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

    // MARK: Rebuilding a block

    private func repair(_ index: Int, of section: CheckpointSection) {
        let blocks = blocks(of: section)
        let block = blocks[index]
        let problem = "block \(index) of '\(section.kind)' of entity \(section.entity) is damaged"
        let rank = (0..<index).reduce(0) { $0 + blocks.top($1).count }
        let bytes = remade(problem) { $0.bytes(of: block, in: section, rank: rank) }
        if let bytes { write(bytes, over: block) } else { blank(block, section.kind) }
    }

    /// Rebuilds damaged data from the log.
    /// - Parameter problem: The description of the damage.
    /// - Returns: The result of `body`; nil if the log does not contain the data.
    private func remade<Made: Sendable>(
        _ problem: String, _ body: (ReplayedCheckpoint) -> Made?
    ) -> Made? {
        firstProblem.withLock { $0 = $0 ?? problem }
        return source.withLock { source in
            // A damaged log is not replayed again for each block.
            guard damage.error == nil else { return nil }
            do throws(StoreError) {
                if source.replayed == nil { source.replayed = try source.replay?() }
                if let made = source.replayed.flatMap(body) { return made }
                throw StoreError(
                    .corrupt, "The log does not hold everything that the checkpoint did.",
                    cause: problem)
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

    /// Overwrites a block with data that is safe to read until readers learn of the damage: free
    /// rows, or one entry repeated.
    private func blank(_ block: PackedBlock, _ kind: CheckpointSectionKind) {
        let byte: UInt8 = kind == .rows ? 0xFF : 0
        write([UInt8](repeating: byte, count: block.bytes.count), over: block)
    }

    private static func lost(_ error: StoreError) -> StoreError {
        StoreError(
            .corrupt,
            "The checkpoint is damaged, and so is the log that could replace it. Nothing was"
                + " changed; restore the store from a backup, or save what can be read with"
                + " 'nacre salvage'.",
            file: error.file, offset: error.offset, cause: error.cause ?? error.message)
    }
}

// MARK: Rows and trees

extension CheckpointBlocks {
    /// Returns the table of a section of rows.
    /// - Parameters:
    ///   - place: The index of the section, which was checked.
    ///   - pool: The pool for the inner nodes.
    func rows(at place: Int, _ pool: NodePool) -> RowTable {
        let table = RowTable(blocks(of: sections[place]), pool)
        // A single leaf has no parent node, whose visit would otherwise check it.
        Node(address: table.root)?.checkPacked(self)
        return table
    }

    /// Returns a tree. Opening has not read it.
    /// - Parameter place: The index of its section.
    func tree(at place: Int) -> Tree { unsafe trees[place].map { Tree($0) } ?? Tree() }

    /// Returns a tree whose leaves are the blocks of a section.
    /// - Parameter pool: The pool for the inner nodes.
    /// - Throws: The error found in the section.
    func tree(_ section: CheckpointSection, _ pool: NodePool) throws(FormatError) -> Tree {
        try keys?.check(section)
        mapping.prefetch(section.checkedRange)
        try section.check(in: mapping.view, covering: covered)
        return Tree(blocks(of: section), pool)
    }

    /// Returns the difference between id keys and rows, if a few sampled tops agree on it. These
    /// tops were not checked, so it may be wrong.
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

    /// Returns a tree rebuilt from the log. If there is no such log, the tree has one entry
    /// repeated, which is safe to read until readers learn of the damage.
    /// - Parameter pool: The pool for all nodes.
    func remadeTree(
        _ section: CheckpointSection, _ pool: NodePool, because error: FormatError
    ) -> Tree {
        let problem = "'\(section.kind)' of entity \(section.entity) is damaged: \(error)"
        let entries = remade(problem) { $0.entries(of: section) }
        return Tree(
            sorted: entries ?? Array(repeating: .min, count: section.entries), pool: pool)
    }
}
