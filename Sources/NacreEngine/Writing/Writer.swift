internal import NacreFormat

/// The state that only the writer sees: the head that the next change builds on, the log, the node
/// pool, and whether the store is poisoned.
///
/// Invariants:
/// 1. Between changes, the roots and trees here are those of the newest commit. It is published
/// when the ``Syncer`` says so.
/// 2. Once `poison` is set, nothing is written any more.
///
/// One thread at a time works with it, and what each object that is written asks for is read and
/// changed in single steps that call nobody: so accesses do not overlap, and are not checked.
final class Writer {
    let log: Log
    let pool: NodePool
    let idKey: IDKey
    let environment: Environment
    let segmentSizeNominal: Int?
    private let context: StoreContext
    /// By number.
    @safe @exclusivity(unchecked) private var entities: [EntityHead]
    /// By ``IndexDefinition/slot``.
    @safe @exclusivity(unchecked) private var indexes: [IndexHead]
    /// The slots of indexes that are still to be built: their trees are empty, nobody asks them,
    /// and nothing is done to them.
    @safe @exclusivity(unchecked) var unbuilt: Set<Int>
    /// Indexes that are added over more objects are built later.
    let indexBuildMax: Int
    @safe @exclusivity(unchecked) var catalog: Catalog
    var objectIDs: ObjectIDGenerator
    /// The newest one that is known, also if a compaction has made it useless since.
    var checkpoint: CheckpointInfo?
    /// Those of ``checkpoint``, if the store was opened with it.
    var checkpointBlocks: CheckpointBlocks?
    /// Whether ``checkpoint`` lacks indexes over many objects, which every opening would have to
    /// build until there is another one.
    var isBeyondCheckpoint: Bool
    /// The bytes behind it when the last attempt to write another one failed.
    var failedCheckpoint: UInt64?
    /// Of the head.
    @safe @exclusivity(unchecked) private(set) var usage: StoreUsage
    /// Bytes that were appended, and that became dead, since maintenance took note.
    @safe @exclusivity(unchecked) private var churn = 0
    @safe @exclusivity(unchecked) private var builders: [LayoutID: RecordBuilder] = [:]
    /// An array for the next object's moves, so that none is made for each.
    @safe @exclusivity(unchecked) var spareMoves: [EntryMove] = []
    /// The one that was asked for last.
    @safe @exclusivity(unchecked) private var builder: RecordBuilder?
    /// What a change begins with, and goes back to; nil once anything has happened to the head
    /// besides changes, which end with a version or as if they had not been.
    @safe @exclusivity(unchecked) private var newest: Version?
    private(set) var lastCommit: CommitNumber
    private var lastTime: Int64
    private(set) var lastDigest: CommitDigest
    private let poisoned: Poison

    /// The newest commit of a store, as opening has found it.
    struct Start {
        let head: Version.Head
        /// By entity number.
        let rows: [RowAllocator]
        let usage: StoreUsage
        let commit: CommitNumber
        let time: Int64
        let digest: CommitDigest
        let checkpoint: CheckpointInfo?
        let checkpointBlocks: CheckpointBlocks?
        let isBeyondCheckpoint: Bool
    }

    init(
        _ start: Start, log: Log, pool: NodePool, context: StoreContext, poison: Poison,
        environment: Environment, segmentSizeNominal: Int?, indexBuildMax: Int
    ) {
        self.indexBuildMax = indexBuildMax
        poisoned = poison
        self.log = log
        self.pool = pool
        self.context = context
        self.environment = environment
        self.segmentSizeNominal = segmentSizeNominal
        idKey = context.idKey
        entities = start.head.roots.indices.map { entity in
            EntityHead(start.head.roots[entity], start.rows[entity], pool)
        }
        indexes = start.head.trees.map { IndexHead($0, pool) }
        unbuilt = start.head.unbuilt
        isBeyondCheckpoint = start.isBeyondCheckpoint
        catalog = start.head.catalog
        usage = start.usage
        objectIDs = ObjectIDGenerator(environment)
        checkpoint = start.checkpoint
        checkpointBlocks = start.checkpointBlocks
        lastCommit = start.commit
        lastTime = start.time
        lastDigest = start.digest
    }

    // MARK: The head

    /// - Parameter number: of an entity that the catalog has, or of external values.
    func entity(_ number: Int) -> EntityHead { entities[number] }

    /// Lends the head of an entity, so that no reference is counted: every object asks for it.
    @inline(__always)
    func withEntity<Result>(
        _ number: EntityNumber, _ body: (EntityHead) throws -> Result
    ) rethrows -> Result {
        // SAFETY: the writer keeps it.
        let head = unsafe Unmanaged.passUnretained(entities[Int(number.rawValue)])
        return try unsafe head._withUnsafeGuaranteedRef(body)
    }

    func index(_ slot: Int) -> IndexHead { indexes[slot] }

    /// Lends the head of an index, for the same reason.
    @inline(__always)
    func withIndex<Result>(_ slot: Int, _ body: (IndexHead) -> Result) -> Result {
        // SAFETY: as of an entity.
        unsafe Unmanaged.passUnretained(indexes[slot])._withUnsafeGuaranteedRef(body)
    }

    /// The head, with all that the change has done to its trees.
    var head: Version.Head {
        Version.Head(
            roots: entities.indices.map { number in
                withEntity(EntityNumber(UInt16(number))) { $0.roots }
            },
            trees: indexes.indices.map { slot in withIndex(slot) { $0.current } },
            unbuilt: unbuilt, catalog: catalog)
    }

    /// Makes room for what is new in a catalog.
    func grow(for catalog: Catalog) {
        while entities.count < catalog.entityCount { entities.append(EntityHead(pool)) }
        while indexes.count < catalog.treeCount { indexes.append(IndexHead(pool)) }
    }

    // MARK: Failures

    /// Takes note of a call that failed. Unless it came before any byte was written, what is on the
    /// disk is unknown from then on, and the first such error poisons the store.
    /// - Returns: the error to throw.
    func recordFailure(_ error: FileError) -> StoreError {
        if error.isBeforeWriting { return StoreError(error) }
        poisoned.set(error)
        return StoreError(error)
    }

    /// The record that objects of an entity are filled into, one after another; nil if it has no
    /// layout.
    func builder(_ definition: EntityDefinition) -> RecordBuilder? {
        // Of one entity come many, one after another.
        if let builder, builder.layout === definition.layout { return builder }
        guard let layout = definition.layout else { return nil }
        // After a rollback another layout can have the same number.
        let known = builders[layout.id].flatMap { $0.layout === layout ? $0 : nil }
        let builder = known ?? RecordBuilder(layout)
        builders[layout.id] = builder
        self.builder = builder
        return builder
    }

    func checkSound() throws(StoreError) {
        guard poisoned.hasError || context.isDamaged else { return }
        try poisoned.check()
        // What was read is not to be built on.
        try context.damage?.check()
    }

    /// The first failure, also of a sync; nil while all is well.
    var poison: StoreError? { poisoned.error }

    /// A place in the pending change to go back to.
    struct Mark {
        fileprivate let start: Start
        fileprivate let isBeyondCheckpoint: Bool
        fileprivate let usage: StoreUsage
        fileprivate let nodes: NodePool.Mark

        fileprivate enum Start {
            /// Of the change: no rows are taken yet. The newest version, which is not held here: as
            /// readers hold it, to count one more reference takes long.
            case newest
            /// Of a part of it.
            case head(Version.Head, rows: [RowAllocator.Mark])
        }

        fileprivate func rows(of entity: Int) -> RowAllocator.Mark {
            switch start {
            case .newest: .start
            case .head(_, let rows): rows[entity]
            }
        }
    }

    /// The head as it is now.
    func mark() -> Mark { mark(.head(head, rows: entities.map(\.mark))) }

    /// The same where a change begins, for which nothing is gathered anew.
    func markOfVersion() -> Mark {
        guard newest != nil else { return mark() }
        #if NACRE_CHECKS
            precondition(newest?.head == head, "the head is not that of the newest version")
        #endif
        return mark(.newest)
    }

    /// As it was at a mark.
    func head(at mark: Mark) -> Version.Head {
        if case .head(let head, _) = mark.start { return head }
        guard let newest else { preconditionFailure("a change begins with a version that stays") }
        return newest.head
    }

    private func mark(_ start: Mark.Start) -> Mark {
        Mark(
            start: start, isBeyondCheckpoint: isBeyondCheckpoint, usage: usage,
            nodes: pool.mark())
    }

    /// The head stays what it is now, and the mark is done with.
    func keep(_ mark: Mark) { pool.keep(mark.nodes) }

    /// Makes the head what it was at the mark. The log is not touched.
    func rollBack(to mark: Mark) {
        let head = head(at: mark)
        // What came since goes.
        entities.removeSubrange(head.roots.count...)
        for (place, entity) in entities.enumerated() {
            entity.rollBack(to: head.roots[place], mark.rows(of: place))
        }
        indexes.removeSubrange(head.trees.count...)
        for (slot, index) in indexes.enumerated() { index.replace(by: head.trees[slot]) }
        unbuilt = head.unbuilt
        catalog = head.catalog
        isBeyondCheckpoint = mark.isBeyondCheckpoint
        usage = mark.usage
        pool.rollBack(to: mark.nodes)
    }

    /// The head as an immutable version, which nobody sees yet.
    func version() -> Version {
        usage.setLength(log.end.cursor.offset, of: log.active.number)
        // What is pending in the trees makes nodes, which are to be of this version.
        let head = head
        let version = Version(
            stamp: pool.publish(), commit: lastCommit, time: lastTime, digest: lastDigest,
            head: head, segments: log.segments, usage: usage, logEnd: log.end, context: context)
        newest = version
        let durable = log.syncer.durableCommit
        for number in entities.indices {
            withEntity(EntityNumber(UInt16(number))) { $0.commit(lastCommit, durable: durable) }
        }
        checkInvariants(of: version)
        return version
    }

    /// That of the newest commit, or one made of the head where that has changed since.
    func newestVersion() -> Version { newest ?? version() }

    /// Frees nodes that no version sees any more: some at a time, but more than the last change has
    /// retired, or a load of large changes would leave ever more of them.
    func reclaim() {
        pool.reclaim(pinned: context.pins.pinned, limit: 4096 + 2 * pool.lastRetiredCount)
    }

    /// Frees all of them, however many there are: for threads that nobody waits for.
    func reclaimAll() { pool.reclaim(pinned: context.pins.pinned) }

    /// Brings nodes together, so that memory can be given back once the head is published.
    func moveNodesTogether() {
        newest = nil
        reclaimAll()
        pool.moveTogether { move in
            for entity in entities { entity.move(by: move) }
            for index in indexes { index.move(by: move) }
        }
    }

    /// The pending change became a commit.
    func advance(to commit: CommitNumber, time: Int64, digest: CommitDigest) {
        lastCommit = commit
        lastTime = time
        lastDigest = digest
    }

    /// Of a segment, in bytes: small stores have small ones, so that little of them is dead.
    var nominalSize: Int {
        segmentSizeNominal ?? min(max(usage.liveBytes / 8, 1 << 20), 64 << 20)
    }

    /// Ends the active segment and begins another one.
    func roll() throws(FileError) {
        let former = log.active.number
        try log.roll(catalog: catalog, last: lastCommit)
        usage.setLength(Int(log.manifest.segments.last?.length ?? 0), of: former)
        usage.add(SegmentUsage(log.active.number))
    }

    // MARK: Indexes

    /// A tree with all that the change has done to it.
    func currentTree(_ slot: Int) -> Tree { indexes[slot].current }

    /// Moves an object from its keys to others in the tree of an index.
    func move(_ row: UInt32, _ move: EntryMove) {
        guard unbuilt.isEmpty || !unbuilt.contains(move.slot) else { return }
        withIndex(move.slot) { head in
            let isAwaited = move.isUnique
            move.old.forEach(missingIn: move.new) {
                head.remove(TreeEntry(key: $0, row: row), isAwaited: isAwaited)
            }
            move.new.forEach(missingIn: move.old) {
                head.insert(TreeEntry(key: $0, row: row), isAwaited: isAwaited)
            }
        }
    }

    /// - Parameter isUsed: by slot; what stands in the trees of others is thrown away.
    func emptyTrees(except isUsed: (Int) -> Bool) {
        unbuilt = unbuilt.filter(isUsed)
        for (slot, index) in indexes.enumerated() where !isUsed(slot) { index.removeAll() }
    }

    /// The tree of an index that was built beside changes.
    func replaceTree(_ slot: Int, by tree: Tree) {
        newest = nil
        indexes[slot].replace(by: tree)
    }

    // MARK: Usage

    /// A record was appended; unless it is a tombstone, its row is to lead to it.
    func recordAppended(_ kind: RecordKind, at position: Position) {
        let size = log.active.position.offset - position.offset
        usage.add(kind, at: position, size: size)
        churn += size
    }

    /// No row leads to a record any more.
    func recordDied(_ place: RecordPlace) {
        usage.removeRecord(at: place.position, size: place.size)
        churn += place.size
    }

    /// How much there is to think about for maintenance; asking sets it to zero.
    func takeChurn() -> Int {
        defer { churn = 0 }
        return churn
    }

    // MARK: Compaction

    /// Adds an output of a compaction, which rows may lead into from now on.
    func add(_ mapping: MappedBytes, _ segment: SegmentUsage) {
        log.addMapping(mapping, of: segment.number)
        usage.add(segment)
    }

    /// Lets a row lead to the copy of its record, unless the record is no longer the row's.
    func move(_ move: RowMove) {
        let entity = entities[Int(move.entity)]
        guard entity.rows[move.row] == move.from.rawValue,
            let size = log.segments.recordSize(at: move.to)
        else { return }
        newest = nil
        entity.setRow(move.row, to: move.to.rawValue)
        usage.move(from: move.from, to: move.to, size: size)
    }

    /// Takes the outputs of a compaction back, which no row leads into any more.
    func forget(_ outputs: [SegmentNumber]) {
        log.forget(outputs)
        for output in outputs { usage.remove(output) }
    }

    /// Takes the victims of a compaction out of the store.
    /// - Parameter raised: segments that were found to hold nothing dead at a commit.
    func replace(
        _ victims: [SegmentNumber], by outputs: [Manifest.Segment],
        raising raised: [SegmentNumber: CommitNumber]
    ) throws(FileError) {
        try log.replace(victims, by: outputs, raising: raised, last: lastCommit)
        for victim in victims { usage.remove(victim) }
    }
}
