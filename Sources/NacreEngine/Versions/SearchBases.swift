internal import NacreFormat
internal import NacreSearch
internal import Synchronization

/// The indexes of a store's full-text searches, each as of one version. The state of another
/// version is that of the base with the differences of their rows, so no commit has to change an
/// index. Thread-safe.
///
/// A base retains a version, which retains this object by its context. ``end()`` breaks the circle
/// when the store is closed.
///
/// An erase begins a new *era*: states of earlier ones may have words of what was erased, and no
/// other state is made of them.
final class SearchBases: Sendable {
    /// The index as of a version.
    struct Base {
        let snapshot: DatabaseSnapshot
        let state: SearchState
    }

    /// Returns an index that a checkpoint has; nil without one, or if it cannot be used.
    typealias Source = @Sendable (SearchIdentity) -> Base?

    /// The number of the last run that was written. Numbers of removed runs are not given again,
    /// because states in memory may still have those runs.
    private let lastRun = Mutex<UInt32>(0)

    private struct Kept {
        var bases: [SearchIdentity: Base] = [:]
        var era = SearchEra()
        var hasEnded = false
    }

    private struct Loading {
        var source: Source?
        /// The number of indexes that the source may have.
        var count = 0
        /// The indexes that were looked for in the source.
        var known: Set<SearchIdentity> = []
    }

    private let kept = Mutex(Kept())
    private let loading = Mutex(Loading())
    /// Whether there is a source. The only check that most searches make.
    private let hasSource = Atomic(false)
    /// Whether there is any base. The only check that most commits make.
    private let isUsed = Atomic(false)
    /// The building of indexes: two threads would do the same work.
    let building = ExclusiveWork()
    /// The number of bytes that commits have written since the bases were last brought up to date.
    private let churn = Atomic(0)

    var era: SearchEra { kept.withLock { $0.era } }

    /// Returns the base of an index, if it is in memory.
    func known(_ identity: SearchIdentity) -> Base? { kept.withLock { $0.bases[identity] } }

    /// Returns the base of an index. Loads it from the checkpoint when it is first asked for.
    func base(of identity: SearchIdentity) -> Base? {
        if let base = known(identity) { return base }
        guard hasSource.load(ordering: .acquiring) else { return nil }
        let era = era
        // Others wait, because to do without the index takes much longer.
        return loading.withLock { loading in
            if loading.known.insert(identity).inserted, let base = loading.source?(identity) {
                advance(identity, to: base, in: era)
            }
            if loading.known.count >= loading.count { dropSource(of: &loading) }
            return known(identity)
        }
    }

    /// Returns a number for a run that is going to be written; nil if there is none.
    /// - Parameter last: The highest number of the runs in the store's directory.
    func nextRunNumber(behind last: UInt32) -> UInt32? {
        lastRun.withLock { number in
            let highest = max(number, last)
            guard highest < .max else { return nil }
            number = highest + 1
            return number
        }
    }

    /// Sets what has the indexes of the checkpoint that the store was opened with. It retains a
    /// version until all indexes were looked for.
    /// - Parameter count: The number of indexes.
    func setSource(of count: Int, _ source: @escaping Source) {
        loading.withLock { loading in
            loading.source = source
            loading.count = count
        }
        hasSource.store(true, ordering: .releasing)
    }

    /// Forgets the source, once all indexes were looked for.
    func dropSource() {
        guard hasSource.load(ordering: .acquiring) else { return }
        loading.withLock { dropSource(of: &$0) }
    }

    private func dropSource(of loading: inout Loading) {
        loading.source = nil
        hasSource.store(false, ordering: .releasing)
    }

    /// Forgets all indexes, those of the checkpoint included, and begins a new era: no state that
    /// is being made from what there was before is kept.
    func beginEra() {
        dropSource()
        kept.withLock { kept in
            kept.bases = [:]
            kept.era = kept.era.next
        }
    }

    /// Makes a state the base, unless there is a newer one.
    /// - Parameter era: The era in which the making of the state began.
    func advance(_ identity: SearchIdentity, to base: Base, in era: SearchEra) {
        kept.withLock { kept in
            if kept.hasEnded || kept.era != era { return }
            if let former = kept.bases[identity], former.snapshot.isNewer(than: base.snapshot) {
                return
            }
            kept.bases[identity] = base
        }
        isUsed.store(true, ordering: .relaxed)
    }

    /// Replaces the state of a base by one with the same content, in which runs are merged.
    /// - Parameters:
    ///   - era: The era in which the runs were merged.
    ///   - merge: Returns the state with merged runs, for the present state; nil if the merged runs
    ///     are no longer there.
    func replace(
        _ identity: SearchIdentity, in era: SearchEra,
        _ merge: (SearchState) throws -> SearchState?
    ) rethrows {
        try kept.withLock { kept in
            guard kept.era == era, let base = kept.bases[identity],
                let state = try merge(base.state)
            else { return }
            kept.bases[identity] = Base(snapshot: base.snapshot, state: state)
        }
    }

    /// Removes a base, which is built again.
    func remove(_ identity: SearchIdentity) {
        kept.withLock { $0.bases[identity] = nil }
    }

    /// Removes the bases of searches that no longer exist.
    func keep(_ isKept: (SearchIdentity) -> Bool) {
        kept.withLock { kept in kept.bases = kept.bases.filter { isKept($0.key) } }
    }

    /// Forgets all bases: the store was closed.
    func end() {
        dropSource()
        kept.withLock { kept in
            kept.bases = [:]
            kept.hasEnded = true
        }
    }

    // MARK: Background work

    /// Counts the bytes that a commit has written.
    /// - Returns: Whether the bases should be brought up to date.
    func add(churn bytes: Int) -> Bool {
        guard isUsed.load(ordering: .relaxed) else { return false }
        let sum = churn.add(bytes, ordering: .relaxed).newValue
        return sum >= Self.churnMax
    }

    func resetChurn() { churn.store(0, ordering: .relaxed) }

    /// The number of bytes that commits append to the log before the bases are updated. Reading
    /// that much for a search takes about a millisecond.
    private static let churnMax = 128 << 10
}

/// A time between two erases, in which states of full-text indexes are made of one another.
struct SearchEra: Sendable, Equatable {
    private var number = 0

    var next: SearchEra {
        var next = self
        next.number += 1
        return next
    }
}

extension DatabaseSnapshot {
    /// Returns whether this is a later version, or another view of the same commit that was made
    /// later.
    fileprivate func isNewer(than other: DatabaseSnapshot) -> Bool {
        (commit, version.stamp) > (other.commit, other.version.stamp)
    }
}
