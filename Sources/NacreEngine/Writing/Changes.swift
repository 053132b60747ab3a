package import NacreFormat

/// A pending change of a store, passed to the closure of `performChanges`. Reads see its own
/// writes. Other readers see nothing before the commit; after a throw there is nothing to see.
///
/// Not thread-safe, and valid only inside the closure: later use throws `closed`. Code that is
/// called while a property changes never accesses it, so exclusivity checks are off.
package final class Changes {
    let writer: Writer
    let commit: CommitWriter
    /// The state that a failure restores; nil once the change has ended.
    @safe @exclusivity(unchecked) private var before: Writer.Mark?
    /// The number of objects inserted, changed and deleted so far.
    @safe @exclusivity(unchecked) package internal(set) var changeCount = 0
    /// Whether references that have a delete rule must lead to objects. A salvage keeps all objects
    /// it finds, even if their references lead to lost ones.
    @safe @exclusivity(unchecked) package var checksReferences = true
    /// A reference that led nowhere when it was written.
    struct PendingReference {
        let entity: EntityNumber
        let row: UInt32
        let attribute: AttributeID
    }

    /// The references to look up again when the change ends.
    @safe @exclusivity(unchecked) var pendingReferences: [PendingReference] = []
    /// An object that got the unique values of another object.
    struct SharedValues: Hashable {
        /// The slot of the unique index.
        let slot: Int
        /// The object that got the values.
        let row: UInt32
    }

    /// The unique values to compare again when the change ends.
    @safe @exclusivity(unchecked) var sharedValues: [SharedValues] = []
    /// Whether a write throws at once if another object has one of its unique values. Otherwise the
    /// end of the change throws, so that objects can exchange their values.
    @safe @exclusivity(unchecked) var comparesAtOnce = false
    /// Whether an object is written even if that leaves it unchanged.
    @safe @exclusivity(unchecked) var writesUnchanged = false
    /// Whether an object was written twice, or deleted. In that case the change may have no effect
    /// in the end.
    @safe @exclusivity(unchecked) var mayCancelOut = false
    /// The start of this change's records: all of them are here or later.
    let start: Position
    private let number: CommitNumber
    private let time: Int64
    /// Whether to make a commit even if nothing changes.
    private let isNoted: Bool

    package var storeID: StoreID { writer.log.manifest.storeID }

    /// - Parameters:
    ///   - isNoted: Whether to make a commit even if nothing changes.
    ///   - time: The time of the commit; nil for the present one.
    init(
        _ writer: Writer, prelude: [UInt8], isNoted: Bool = false, time: Int64? = nil
    ) throws(StoreError) {
        guard let number = writer.lastCommit.next else {
            throw StoreError(.limitReached, "All commit numbers are used up.")
        }
        self.writer = writer
        self.number = number
        self.time = time ?? writer.environment.now()
        self.isNoted = isNoted
        start = writer.log.active.position
        before = writer.markOfVersion()
        commit = writer.log.beginCommit(number, time: self.time, prelude: prelude)
    }

    /// The head of the newest commit before this one; nil once the change has ended.
    var headBefore: Version.Head? { before.map { writer.head(at: $0) } }

    // MARK: Records

    func write(_ body: () throws(FileError) -> Void) throws(StoreError) {
        do { try body() } catch { throw writer.recordFailure(error) }
    }

    func takeRow(_ head: EntityHead) throws(StoreError) -> UInt32 {
        guard let row = head.takeRow() else {
            throw StoreError(
                .limitReached, "An entity has at most 4,294,967,294 objects at a time.")
        }
        return row
    }

    func appendRecord(
        _ kind: RecordKind, size: Int, _ encode: (ByteBuffer) -> Void
    ) throws -> Position {
        do {
            let position = try commit.append(kind, size: size, encode)
            writer.recordAppended(kind, at: position)
            return position
        } catch let error as FileError {
            throw writer.recordFailure(error)
        }
    }

    /// Appends the record of an object.
    func appendRecord(
        _ draft: RecordBuilder, row: RowNumber, externals: [Int: ExternalReference]?
    ) throws -> Position {
        do {
            let position = try commit.append(draft, row: row, externals: externals)
            writer.recordAppended(.put, at: position)
            return position
        } catch let error as FileError {
            throw writer.recordFailure(error)
        }
    }

    func tombstone(row: RowNumber, layout: LayoutID, idKey: UInt64) throws {
        _ = try appendRecord(.tombstone, size: RecordFields.tombstoneSize) {
            RecordEncoder.appendTombstone(row: row, layout: layout, idKey: idKey, to: $0)
        }
    }

    // MARK: Commit and rollback

    package func checkOpen() throws(StoreError) {
        guard before != nil else {
            throw StoreError(
                .closed, "A change was used after its closure had ended. Begin another one.")
        }
        try writer.checkSound()
    }

    /// Writes the commit and makes it the writer's head.
    /// - Parameter changesNothing: Returns whether the writes leave every object as it was. Called
    ///   only if that is possible.
    /// - Returns: False if nothing was changed, so that nothing was written.
    func finish(unless changesNothing: () -> Bool) throws(StoreError) -> Bool {
        do { try writer.checkSound() } catch {
            rollBack()
            throw error
        }
        let mayBeVoid = mayCancelOut && !commit.hasSchemaChange
        if !isNoted, commit.isEmpty || mayBeVoid && changesNothing() {
            rollBack()
            return false
        }
        do {
            try BrokenInvariant.check(beforeWriting: writer.log.directory.path) {
                () throws(BrokenInvariant) in
                try writer.checkNext(number)
            }
            let digest = try writer.log.finish(commit, after: writer.lastDigest)
            writer.advance(to: number, time: time, digest: digest)
            before = nil
            return true
        } catch {
            let failure = writer.recordFailure(error)
            rollBack()
            // The last bytes may have reached the file.
            throw error.isBeforeWriting ? failure : failure.with(outcome: .unknown)
        }
    }

    /// Restores the state before the change.
    func rollBack() {
        if let before { writer.rollBack(to: before) }
        before = nil
        guard writer.poison == nil else { return }
        do { try writer.log.abort(commit) } catch { _ = writer.recordFailure(error) }
    }
}
