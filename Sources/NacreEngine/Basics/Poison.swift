internal import Synchronization

/// An error after which an operation must not continue. For the writer and the syncer, it is the
/// first failed write, or the first broken invariant. The state of the disk or of the memory is
/// unknown from then on, so nothing more is written until the store is opened again. For a
/// checkpoint, it says that a block cannot be read correctly.
final class Poison: Sendable {
    // Checked at every call of a change, so the usual case is a single load.
    private let isSet = Atomic(false)
    private let first = Mutex<StoreError?>(nil)

    var hasError: Bool { isSet.load(ordering: .acquiring) }

    /// The error that every later call throws, or nil if there is none.
    var error: StoreError? { hasError ? first.withLock { $0 } : nil }

    func check() throws(StoreError) {
        guard hasError else { return }
        if let error { throw error }
    }

    func set(_ failure: FileError) {
        if failure.reason == .brokenInvariant { return set(StoreError(failure)) }
        let error = StoreError(
            .poisoned,
            "An earlier write to the store failed, so it takes no more changes. Close it, fix the"
                + " cause, and open it again: every acknowledged commit is kept.",
            file: failure.path, cause: "\(failure.message) \(failure.cause ?? "")")
        set(error)
    }

    func set(_ error: StoreError) {
        first.withLock { $0 = $0 ?? error }
        isSet.store(true, ordering: .releasing)
    }
}
