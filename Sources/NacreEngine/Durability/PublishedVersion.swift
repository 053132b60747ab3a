internal import Synchronization

/// The version that snapshots are taken of.
final class PublishedVersion: Sendable {
    private let version: Mutex<Version?>

    init(_ version: Version?) { self.version = Mutex(version) }

    /// Nil once the store is closed.
    var current: Version? { version.withLock { $0 } }

    /// - Parameter next: nil to publish nothing any more.
    func replace(by next: Version?) {
        // The former one goes outside of the lock: with it may go the mappings of removed files.
        let former = version.withLock { version in
            let former = version
            version = next
            return former
        }
        withExtendedLifetime(former) {}
    }
}
