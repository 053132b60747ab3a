internal import Synchronization

/// An error after which something must not go on. Of the writer and the syncer it is the first
/// write that failed: what is on the disk is not known from then on, so nothing more is written
/// until somebody opens the store again. Of a checkpoint, that a block cannot be read rightly.
final class Poison: Sendable {
    // Asked at every call of a change, so the usual answer is one load.
    private let isSet = Atomic(false)
    private let first = Mutex<StoreError?>(nil)

    var hasError: Bool { isSet.load(ordering: .acquiring) }

    /// What everything throws from then on; nil while all is well.
    var error: StoreError? { hasError ? first.withLock { $0 } : nil }

    func check() throws(StoreError) {
        guard hasError else { return }
        if let error { throw error }
    }

    func set(_ failure: FileError) {
        let error = StoreError(
            .poisoned,
            "An earlier write to the store failed, so it takes no more changes. Close it, mend the"
                + " cause, and open it again: every acknowledged commit is kept.",
            file: failure.path, cause: "\(failure.message) \(failure.cause ?? "")")
        set(error)
    }

    func set(_ error: StoreError) {
        first.withLock { $0 = $0 ?? error }
        isSet.store(true, ordering: .releasing)
    }
}
