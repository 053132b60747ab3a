package import NacreFormat

/// The source that queries read: a snapshot, a pending change, or any other source. It is one
/// concrete type, so that the compiler generates the code of queries once.
///
/// It does not retain the snapshot or the change, so copying it counts no references. Use it only
/// while its source exists. To keep a view longer, keep its ``owner`` as well.
///
/// To add a requirement to ``RecordSource`` that queries need, add its cases here, too: the default
/// of the protocol would hide the value of a pending change.
@safe package struct StoreView {
    @safe fileprivate enum State {
        // SAFETY: the user of the view retains its source, as the type's comment demands.
        case snapshot(Unmanaged<Version>, Unmanaged<ReadLimit>?)
        case changes(Unmanaged<Changes>)
        /// A store that is being opened, or a pending change as it was at one moment. Slower: each
        /// call goes through the protocol.
        case other(any RecordSource)
    }

    private let state: State

    init(_ snapshot: DatabaseSnapshot) {
        state = unsafe .snapshot(
            .passUnretained(snapshot.version), snapshot.limit.map { unsafe .passUnretained($0) })
    }

    init(_ changes: Changes) { state = unsafe .changes(.passUnretained(changes)) }
    init(_ other: any RecordSource) { state = .other(other) }

    /// The retained source of a view.
    struct Owner {
        fileprivate let object: AnyObject?
        fileprivate let limit: ReadLimit?
    }

    var owner: Owner {
        switch state {
        case .snapshot(let version, let limit):
            unsafe Owner(
                object: version.takeUnretainedValue(), limit: limit?.takeUnretainedValue())
        case .changes(let changes):
            unsafe Owner(object: changes.takeUnretainedValue(), limit: nil)
        case .other: Owner(object: nil, limit: nil)
        }
    }

    /// The version that is read; nil for a pending change, and for other sources.
    var version: Version? {
        guard case .snapshot(let version, _) = state else { return nil }
        return unsafe version.takeUnretainedValue()
    }

    /// The part that all versions of the store share; nil for other sources.
    var context: StoreContext? {
        switch state {
        case .snapshot(let version, _): unsafe version.takeUnretainedValue().context
        case .changes(let changes): unsafe changes.takeUnretainedValue().writer.context
        case .other: nil
        }
    }

    /// The store's path, for errors.
    var storePath: String? {
        guard case .snapshot(let version, _) = state else { return nil }
        return unsafe version._withUnsafeGuaranteedRef { $0.context.path }
    }

    /// Runs a read, then throws if it may have seen damaged data.
    func checked<Result>(_ body: () throws -> Result) throws -> Result {
        let result = try body()
        if case .snapshot(let version, _) = state {
            try unsafe version._withUnsafeGuaranteedRef { try $0.checkSound() }
        }
        return result
    }
}

extension StoreView: RecordSource {
    package var view: StoreView { self }

    package var catalog: Catalog {
        switch state {
        case .snapshot(let source, _): unsafe source._withUnsafeGuaranteedRef { $0.catalog }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.catalog }
        case .other(let source): source.catalog
        }
    }

    package var idKey: IDKey {
        switch state {
        case .snapshot(let source, _): unsafe source._withUnsafeGuaranteedRef { $0.idKey }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.idKey }
        case .other(let source): source.idKey
        }
    }

    // MARK: Roots

    package func roots(of entity: EntityNumber) -> EntityRoots {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.roots(of: entity) }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.roots(of: entity) }
        case .other(let source): source.roots(of: entity)
        }
    }

    package func rows(of entity: EntityNumber) -> RowTable {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.rows(of: entity) }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.rows(of: entity) }
        case .other(let source): source.rows(of: entity)
        }
    }

    package func tree(_ slot: Int) -> Tree {
        switch state {
        case .snapshot(let source, _): unsafe source._withUnsafeGuaranteedRef { $0.tree(slot) }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.tree(slot) }
        case .other(let source): source.tree(slot)
        }
    }

    package func isBuilt(_ slot: Int) -> Bool {
        switch state {
        case .snapshot(let source, _): unsafe source._withUnsafeGuaranteedRef { $0.isBuilt(slot) }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.isBuilt(slot) }
        case .other(let source): source.isBuilt(slot)
        }
    }

    package var isAllBuilt: Bool {
        switch state {
        case .snapshot(let source, _): unsafe source._withUnsafeGuaranteedRef { $0.isAllBuilt }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.isAllBuilt }
        case .other(let source): source.isAllBuilt
        }
    }

    // MARK: Entries of a pending change

    package func settledTree(of key: UniqueKey) -> Tree {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.settledTree(of: key) }
        case .changes(let source):
            unsafe source._withUnsafeGuaranteedRef { $0.settledTree(of: key) }
        case .other(let source): source.settledTree(of: key)
        }
    }

    package func nextPendingRow(of key: UniqueKey, _ place: inout Int?) -> UInt32? {
        switch state {
        case .snapshot: nil
        case .changes(let source):
            unsafe source._withUnsafeGuaranteedRef { $0.nextPendingRow(of: key, &place) }
        case .other(let source): source.nextPendingRow(of: key, &place)
        }
    }

    package func isLeaving(_ row: UInt32, of key: UniqueKey) -> Bool {
        switch state {
        case .snapshot: false
        case .changes(let source):
            unsafe source._withUnsafeGuaranteedRef { $0.isLeaving(row, of: key) }
        case .other(let source): source.isLeaving(row, of: key)
        }
    }

    package var mayShareUniqueValues: Bool {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.mayShareUniqueValues }
        case .changes(let source):
            unsafe source._withUnsafeGuaranteedRef { $0.mayShareUniqueValues }
        case .other(let source): source.mayShareUniqueValues
        }
    }

    // MARK: Bytes

    package func bytes(at position: Position) -> ByteView? {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.bytes(at: position) }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.bytes(at: position) }
        case .other(let source): source.bytes(at: position)
        }
    }

    package func wholeSegment(_ number: SegmentNumber) -> ByteView? {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.wholeSegment(number) }
        case .changes(let source):
            unsafe source._withUnsafeGuaranteedRef { $0.wholeSegment(number) }
        case .other(let source): source.wholeSegment(number)
        }
    }

    package func isChecked(_ segment: SegmentNumber) -> Bool {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.isChecked(segment) }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.isChecked(segment) }
        case .other(let source): source.isChecked(segment)
        }
    }

    package var checkedRows: CheckedRows? {
        switch state {
        case .snapshot(let source, _): unsafe source._withUnsafeGuaranteedRef { $0.checkedRows }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.checkedRows }
        case .other(let source): source.checkedRows
        }
    }

    package func isChecked(_ row: RowNumber, of entity: EntityNumber) -> Bool {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.isChecked(row, of: entity) }
        case .changes(let source):
            unsafe source._withUnsafeGuaranteedRef { $0.isChecked(row, of: entity) }
        case .other(let source): source.isChecked(row, of: entity)
        }
    }

    package func setChecked(_ row: RowNumber, of entity: EntityNumber) {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.setChecked(row, of: entity) }
        case .changes(let source):
            unsafe source._withUnsafeGuaranteedRef { $0.setChecked(row, of: entity) }
        case .other(let source): source.setChecked(row, of: entity)
        }
    }

    package func path(of segment: SegmentNumber) -> String {
        switch state {
        case .snapshot(let source, _):
            unsafe source._withUnsafeGuaranteedRef { $0.path(of: segment) }
        case .changes(let source): unsafe source._withUnsafeGuaranteedRef { $0.path(of: segment) }
        case .other(let source): source.path(of: segment)
        }
    }

    // MARK: Kind of state

    package var columns: ColumnStore? {
        switch state {
        case .snapshot(let source, _): unsafe source._withUnsafeGuaranteedRef { $0.columns }
        case .changes: nil
        case .other(let source): source.columns
        }
    }

    package var isOfOneState: Bool {
        switch state {
        case .snapshot, .changes: true
        case .other(let source): source.isOfOneState
        }
    }

    package var isUnchanging: Bool {
        switch state {
        case .snapshot: true
        case .changes: false
        case .other(let source): source.isUnchanging
        }
    }

    package var limit: ReadLimit? {
        switch state {
        case .snapshot(_, let limit): unsafe limit?.takeUnretainedValue()
        case .changes: nil
        case .other(let source): source.limit
        }
    }

    package func checkOpen() throws(StoreError) {
        switch state {
        case .snapshot(let source, _): try unsafe source.takeUnretainedValue().checkSound()
        case .changes(let source): try unsafe source.takeUnretainedValue().checkOpen()
        case .other(let source): try source.checkOpen()
        }
    }
}
