internal import NacreFormat
internal import NacreSearch
internal import Synchronization

/// The indexes of a store's full-text searches, each as of one version. The state of another
/// version is that of the base with the differences of their rows, so no commit has to change an
/// index. Thread-safe.
///
/// A base retains a version, which retains this object by its context. ``end()`` breaks the circle
/// when the store is closed.
final class SearchBases: Sendable {
    /// The index as of a version.
    struct Base {
        let snapshot: DatabaseSnapshot
        let state: SearchState
    }

    private struct Kept {
        var bases: [SearchIdentity: Base] = [:]
        var hasEnded = false
    }

    private let kept = Mutex(Kept())
    /// Whether there is any base. The only check that most commits make.
    private let isUsed = Atomic(false)
    /// The number of bytes that commits have written since the bases were last brought up to date.
    private let churn = Atomic(0)

    func base(of identity: SearchIdentity) -> Base? {
        kept.withLock { $0.bases[identity] }
    }

    /// Makes a state the base, unless there is a newer one.
    func advance(_ identity: SearchIdentity, to base: Base) {
        kept.withLock { kept in
            if kept.hasEnded { return }
            if let former = kept.bases[identity], former.snapshot.isNewer(than: base.snapshot) {
                return
            }
            kept.bases[identity] = base
        }
        isUsed.store(true, ordering: .relaxed)
    }

    /// Replaces the state of a base by one with the same content, in which runs are merged.
    /// - Parameter merge: Returns the state with merged runs, for the present state; nil if the
    ///   merged runs are no longer there.
    func replace(
        _ identity: SearchIdentity, _ merge: (SearchState) throws -> SearchState?
    ) rethrows {
        try kept.withLock { kept in
            guard let base = kept.bases[identity], let state = try merge(base.state) else { return }
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

extension DatabaseSnapshot {
    /// Returns whether this is a later version, or another view of the same commit that was made
    /// later.
    fileprivate func isNewer(than other: DatabaseSnapshot) -> Bool {
        (commit, version.stamp) > (other.commit, other.version.stamp)
    }
}
