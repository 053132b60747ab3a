internal import NacreFormat
internal import Synchronization

/// Gives a store that is open for reading only the versions of the writer of the same store in this
/// process, with the writer's trees and mappings.
///
/// When the writer closes, the last version stays, and the next writer of this process is followed.
/// If a writer changes a schema, the version before the change stays for good: the reader's types
/// were matched with the former schemas.
///
/// Invariants:
/// 1. All versions have the same catalog, one with the same content, or one to which the store has
///    added entities of its own.
/// 2. Commits only grow.
final class Follower: Sendable {
    private struct State {
        /// The writer's catalog that is followed; nil before the first version.
        var base: Catalog?
        /// The catalog that versions are shown with.
        var shown: Catalog?
        /// The columns of versions whose catalog has other attributes than the writer's; nil if the
        /// writer's columns are used. They belong to one writer, because a column knows a leaf by
        /// its address.
        var columns: ColumnStore?
        var writer: OpenWriter?
        var observer: UInt64 = 0
        /// Whether no more versions are accepted.
        var isEnded = false
    }

    let lock: LockIdentity
    /// The versions that the reader sees.
    let published = PublishedVersion(nil, isFinal: true)
    private let state = Mutex(State())

    init(_ lock: LockIdentity) { self.lock = lock }

    /// The writer's holds of the history, which keep compaction from removing commits that the
    /// reader's consumers have not read; nil if there is no writer.
    var holds: HistoryHolds? { state.withLock { $0.writer?.holds } }

    var checkpointBlocks: CheckpointBlocks? { state.withLock { $0.writer?.checkpointBlocks } }

    /// Starts with a version that was read from the files, because there was no writer.
    func start(with version: Version) {
        state.withLock { state in
            state.base = version.catalog
            state.shown = version.catalog
            published.replace(by: version)
        }
        OpenWriters.add(self)
    }

    /// Begins to follow a writer. Called by ``OpenWriters`` only.
    func attach(to writer: OpenWriter) {
        let isEnded = state.withLock { state in
            state.writer = state.isEnded ? nil : writer
            // That of the former writer is none of this one.
            state.observer = 0
            return state.isEnded
        }
        guard !isEnded else { return }
        let key = writer.published.follow { [self] version in receive(version) }
        let isOver = state.withLock { state in
            state.observer = key
            return state.isEnded
        }
        if isOver { writer.published.removeObserver(key) }
    }

    /// Takes a version of the writer, or nil once the writer is closed.
    private func receive(_ version: Version?) {
        state.withLock { state in
            guard !state.isEnded else { return }
            guard let version else {
                state.writer = nil
                return published.end()
            }
            if let base = state.base,
                !version.catalog.isSame(as: base) || isOtherStore(version)
            {
                // The first backup, for example, defines an entity that no type of the reader has.
                guard state.shown === base, version.catalog.onlyAddsOwnEntities(to: base),
                    !isOtherStore(version)
                else {
                    state.isEnded = true
                    return published.end()
                }
                state.shown = version.catalog
            }
            state.base = version.catalog
            let shown = state.shown ?? version.catalog
            state.shown = shown
            // A reader may have read a commit from the files that the writer is still syncing.
            let current = published.current
            if let current, current.commit > version.commit { return }
            if let current, current.context !== version.context {
                current.context.endSearches(byWriter: false)
                if state.columns != nil { state.columns = ColumnStore() }
            }
            let isOwn = shown === version.catalog
            published.replace(
                by: isOwn ? version : version.shown(by: shown, columns: state.columns),
                isFinal: false)
        }
    }

    /// Returns whether a version belongs to another store, made at the place of a removed one:
    /// its lock may have the same identity. Each store has a hash key of its own.
    private func isOtherStore(_ version: Version) -> Bool {
        guard let current = published.current, current.context !== version.context else {
            return false
        }
        return current.idKey.probe != version.idKey.probe
    }

    /// Shows the versions with another catalog from now on.
    func show(by catalog: Catalog) {
        state.withLock { state in
            state.shown = catalog
            state.columns = ColumnStore()
            guard let version = published.current else { return }
            published.replace(by: version.shown(by: catalog, columns: state.columns))
        }
    }

    /// Ends following, because the reader is closed.
    func end() {
        let (writer, observer) = state.withLock { state in
            defer { state.writer = nil }
            state.isEnded = true
            return (state.writer, state.observer)
        }
        OpenWriters.remove(self)
        writer?.published.removeObserver(observer)
    }
}

extension Catalog {
    /// Returns whether the catalog is another one to which the store has added entities of its own,
    /// and nothing else.
    fileprivate func onlyAddsOwnEntities(to other: Catalog) -> Bool {
        let (definitions, others) = (all, other.all)
        return treeCount >= other.treeCount && definitions.count >= others.count
            && zip(definitions, others).allSatisfy { $0.isSame(as: $1) }
            && definitions.dropFirst(others.count).allSatisfy(\.schema.isOwn)
            && layoutsByID.count >= other.layoutsByID.count
            && zip(layoutsByID, other.layoutsByID).allSatisfy { $0?.encoded == $1?.encoded }
    }
}
