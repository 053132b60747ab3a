internal import NacreFormat

/// The writer's private state: the head that the next change builds on, the log, the node pool, and
/// whether the store is poisoned.
///
/// Invariants:
/// 1. Between changes, the roots and trees here are those of the newest commit. The ``Syncer``
///    decides when it is published.
/// 2. Once `poison` is set, nothing more is written.
/// 3. Commits are numbered without a gap.
///
/// One thread at a time uses it. Properties that every written object needs are read and changed in
/// single steps that call no other code. So accesses never overlap, and exclusivity checks are off.
final class Writer: InvariantHolder {
    let log: Log
    let pool: NodePool
    let idKey: IDKey
    let environment: Environment
    let segmentSizeNominal: Int?
    let context: StoreContext
    /// The heads of the entities, by number.
    @safe @exclusivity(unchecked) private var entities: [EntityHead]
    /// The heads of the indexes, by ``IndexDefinition/slot``.
    @safe @exclusivity(unchecked) private var indexes: [IndexHead]
    /// The slots of indexes that are still to be built: their trees are empty, and are neither read
    /// nor changed.
    @safe @exclusivity(unchecked) var unbuilt: Set<Int>
    /// The maximum number of objects for building a new index at once. With more, it is built
    /// later.
    let indexBuildMax: Int
    @safe @exclusivity(unchecked) var catalog: Catalog
    var objectIDs: ObjectIDGenerator
    /// The newest known checkpoint, even if a compaction has made it useless since.
    var checkpoint: CheckpointInfo?
    /// The blocks of the checkpoint that the store was opened with, if any.
    var checkpointBlocks: CheckpointBlocks?
    /// Whether ``checkpoint`` lacks indexes over many objects. Until there is another checkpoint,
    /// every opening has to build them.
    var isBeyondCheckpoint: Bool
    /// The number of bytes after the checkpoint when the last attempt to write another one failed.
    var failedCheckpoint: UInt64?
    /// The usage of the head.
    @safe @exclusivity(unchecked) private(set) var usage: StoreUsage
    /// The number of bytes that were appended or became dead since maintenance last read it.
    @safe @exclusivity(unchecked) private var churn = 0
    @safe @exclusivity(unchecked) private var builders: [LayoutID: RecordBuilder] = [:]
    /// An array for the next object's moves, reused to avoid an allocation for each object.
    @safe @exclusivity(unchecked) var spareMoves: [EntryMove] = []
    /// The builder that was used last.
    @safe @exclusivity(unchecked) private var builder: RecordBuilder?
    /// The version that a change starts from and goes back to. Nil once the head was modified by
    /// anything except changes, which end with a version or with no effect.
    @safe @exclusivity(unchecked) private var newest: Version?
    private(set) var lastCommit: CommitNumber
    private var lastTime: Int64
    private(set) var lastDigest: CommitDigest
    private let poisoned: Poison

    /// The newest commit of a store, as found on opening.
    struct Start {
        let head: Version.Head
        /// The row allocators, by entity number.
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

    /// Returns the head of an entity.
    /// - Parameter number: The number of an entity that the catalog has, or of external values.
    func entity(_ number: Int) -> EntityHead { entities[number] }

    /// Lends the head of an entity, so that no reference is counted: every written object needs it.
    @inline(__always)
    func withEntity<Result>(
        _ number: EntityNumber, _ body: (EntityHead) throws -> Result
    ) rethrows -> Result {
        // SAFETY: the writer retains it.
        let head = unsafe Unmanaged.passUnretained(entities[Int(number.rawValue)])
        return try unsafe head._withUnsafeGuaranteedRef(body)
    }

    func index(_ slot: Int) -> IndexHead { indexes[slot] }

    /// Lends the head of an index, for the same reason as ``withEntity(_:_:)``.
    @inline(__always)
    func withIndex<Result>(_ slot: Int, _ body: (IndexHead) -> Result) -> Result {
        // SAFETY: the writer retains it.
        unsafe Unmanaged.passUnretained(indexes[slot])._withUnsafeGuaranteedRef(body)
    }

    /// The head, including all effects of the change on its trees.
    var head: Version.Head {
        Version.Head(
            roots: entities.indices.map { number in
                withEntity(EntityNumber(UInt16(number))) { $0.roots }
            },
            trees: indexes.indices.map { slot in withIndex(slot) { $0.current } },
            unbuilt: unbuilt, catalog: catalog)
    }

    /// Makes room for the new entities and trees of a catalog.
    func grow(for catalog: Catalog) {
        while entities.count < catalog.entityCount { entities.append(EntityHead(pool)) }
        while indexes.count < catalog.treeCount { indexes.append(IndexHead(pool)) }
    }

    // MARK: Failures

    /// Records a failed call. Unless it failed before any byte was written, the content of the disk
    /// is unknown from then on, and the error poisons the store. A broken invariant always does.
    /// - Returns: The error to throw.
    func recordFailure(_ error: FileError) -> StoreError {
        if !error.isBeforeWriting || error.reason == .brokenInvariant { poisoned.set(error) }
        return StoreError(error)
    }

    /// Poisons the store, because maintenance has found a broken invariant.
    func stop(_ error: StoreError) { poisoned.set(error) }

    /// Returns the builder for records of an entity, reused from object to object; nil if the
    /// entity has no layout.
    func builder(_ definition: EntityDefinition) -> RecordBuilder? {
        // Many objects of one entity usually follow each other.
        if let builder, builder.layout === definition.layout { return builder }
        guard let layout = definition.layout else { return nil }
        // After a rollback, another layout can have the same number.
        let known = builders[layout.id].flatMap { $0.layout === layout ? $0 : nil }
        let builder = known ?? RecordBuilder(layout)
        builders[layout.id] = builder
        self.builder = builder
        return builder
    }

    func checkSound() throws(StoreError) {
        guard poisoned.hasError || context.isDamaged else { return }
        try poisoned.check()
        // Changes must not build on damaged data.
        try context.damage?.check()
    }

    /// The first failure, including those of syncs; nil if there was none.
    var poison: StoreError? { poisoned.error }

    /// A place in the pending change to go back to.
    struct Mark {
        fileprivate let start: Start
        fileprivate let isBeyondCheckpoint: Bool
        fileprivate let usage: StoreUsage
        fileprivate let nodes: NodePool.Mark

        fileprivate enum Start {
            /// The start of the change, at which no rows are taken yet: the newest version. The
            /// mark does not retain it: readers retain it too, so counting one more reference is
            /// slow.
            case newest
            /// The start of a part of the change.
            case head(Version.Head, rows: [RowAllocator.Mark])
        }

        fileprivate func rows(of entity: Int) -> RowAllocator.Mark {
            switch start {
            case .newest: .start
            case .head(_, let rows): rows[entity]
            }
        }
    }

    /// Returns a mark of the current head.
    func mark() -> Mark { mark(.head(head, rows: entities.map(\.mark))) }

    /// Returns a mark of the head at the start of a change: the newest version, if there is one.
    func markOfVersion() -> Mark {
        guard newest != nil else { return mark() }
        #if NACRE_CHECKS
            precondition(newest?.head == head, "Writer, invariant 1: the head has changed")
        #endif
        return mark(.newest)
    }

    /// Returns the head at a mark.
    func head(at mark: Mark) -> Version.Head {
        if case .head(let head, _) = mark.start { return head }
        guard let newest else { preconditionFailure("a change begins with a version that is kept") }
        return newest.head
    }

    private func mark(_ start: Mark.Start) -> Mark {
        Mark(
            start: start, isBeyondCheckpoint: isBeyondCheckpoint, usage: usage,
            nodes: pool.mark())
    }

    /// Keeps the current head, and ends the mark.
    func keep(_ mark: Mark) { pool.keep(mark.nodes) }

    /// Restores the head at the mark. The log is not touched.
    func rollBack(to mark: Mark) {
        let head = head(at: mark)
        // Entities and indexes added since are removed.
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

    /// Returns the head as an immutable version, which is not published yet.
    func version() -> Version {
        usage.setLength(log.end.cursor.offset, of: log.active.number)
        // Applying pending entries makes nodes, which must belong to this version.
        let head = head
        let version = Version(
            stamp: pool.publish(), commit: lastCommit, time: lastTime, digest: lastDigest,
            head: head, segments: log.segments, usage: usage, logEnd: log.end, context: context)
        newest = version
        let durable = log.syncer.durableCommit
        for number in entities.indices {
            withEntity(EntityNumber(UInt16(number))) { $0.commit(lastCommit, durable: durable) }
        }
        checkInvariantsOrStop(of: version)
        return version
    }

    /// Returns the version of the newest commit, or a new one made from the head if that has
    /// changed since.
    func newestVersion() -> Version { newest ?? version() }

    /// Frees nodes that no version sees any more. Limited, but to more than the last change has
    /// retired; otherwise a series of large changes would accumulate them.
    func reclaim() {
        let many = 4096  // more than most changes retire, and little work
        pool.reclaim(pinned: context.pins.pinned, limit: many + 2 * pool.lastRetiredCount)
    }

    /// Frees all such nodes, however many: for threads that no caller waits for.
    func reclaimAll() { pool.reclaim(pinned: context.pins.pinned) }

    /// Moves nodes together, so that memory can be returned once the head is published.
    func moveNodesTogether() {
        newest = nil
        reclaimAll()
        pool.moveTogether { move in
            for entity in entities { entity.move(by: move) }
            for index in indexes { index.move(by: move) }
        }
    }

    /// Makes the pending change the newest commit.
    func advance(to commit: CommitNumber, time: Int64, digest: CommitDigest) {
        lastCommit = commit
        lastTime = time
        lastDigest = digest
    }

    /// The target size of a segment, in bytes. Small stores have small segments, so that little of
    /// them is dead.
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

    /// Returns a tree, including all effects of the change.
    func currentTree(_ slot: Int) -> Tree { indexes[slot].current }

    /// Moves an object from its former keys to its new ones in the tree of an index.
    func move(_ row: UInt32, _ move: EntryMove) {
        guard unbuilt.isEmpty || !unbuilt.contains(move.slot) else { return }
        withIndex(move.slot) { head in
            let isAwaited = move.isUnique
            move.old.forEach(missingIn: move.new) {
                head.remove(TreeEntry(key: $0, row: row), isAwaited: isAwaited)
            }
            move.new.forEach(missingIn: move.old) {
                head.insert(
                    TreeEntry(key: $0, row: row), isAwaited: isAwaited, isShared: move.isShared)
            }
        }
    }

    /// Empties the trees that are no longer used.
    /// - Parameter isUsed: Returns whether the tree of a slot is still used.
    func emptyTrees(except isUsed: (Int) -> Bool) {
        unbuilt = unbuilt.filter(isUsed)
        for (slot, index) in indexes.enumerated() where !isUsed(slot) { index.removeAll() }
    }

    /// Replaces the tree of an index by one that was built concurrently with changes.
    func replaceTree(_ slot: Int, by tree: Tree) {
        newest = nil
        indexes[slot].replace(by: tree)
    }

    // MARK: Live and dead records

    /// Counts a record that was appended. Unless it is a tombstone, its row is about to refer to
    /// it.
    func recordAppended(_ kind: RecordKind, at position: Position) {
        let size = log.active.position.offset - position.offset
        usage.add(kind, at: position, size: size)
        churn += size
    }

    /// Counts a record as dead: no row refers to it any more.
    func recordDied(_ place: RecordPlace) {
        usage.removeRecord(at: place.position, size: place.size)
        churn += place.size
    }

    /// Returns the number of changed bytes that maintenance has not considered yet, and resets it
    /// to zero.
    func takeChurn() -> Int {
        defer { churn = 0 }
        return churn
    }

    // MARK: Compaction

    /// Adds an output of a compaction. From now on, rows may refer to it.
    func add(_ mapping: MappedBytes, _ segment: SegmentUsage) {
        log.addMapping(mapping, of: segment.number)
        usage.add(segment)
    }

    /// Makes a row refer to the copy of its record, unless the row has another record by now.
    func move(_ move: RowMove) {
        let entity = entities[Int(move.entity)]
        guard entity.rows[move.row] == move.from.rawValue,
            let size = log.segments.recordSize(at: move.to)
        else { return }
        newest = nil
        entity.setRow(move.row, to: move.to.rawValue)
        usage.move(from: move.from, to: move.to, size: size)
    }

    /// Removes the outputs of a compaction that was given up. No row refers to them any more.
    func forget(_ outputs: [SegmentNumber]) {
        log.forget(outputs)
        for output in outputs { usage.remove(output) }
    }

    /// Removes the victims of a compaction from the store.
    /// - Parameter raised: The segments found to hold nothing dead at a commit, with that commit.
    func replace(
        _ victims: [SegmentNumber], by outputs: [Manifest.Segment],
        raising raised: [SegmentNumber: CommitNumber]
    ) throws(FileError) {
        try log.replace(victims, by: outputs, raising: raised, last: lastCommit)
        for victim in victims { usage.remove(victim) }
    }
}
