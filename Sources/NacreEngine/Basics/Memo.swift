internal import Synchronization

/// Keeps one object that an upper layer has made from an object of a lower one, so that the lower
/// one need not know its type. Thread-safe.
final class Memo: Sendable {
    private let kept = Mutex<(any AnyObject & Sendable)?>(nil)

    /// The object. The first call makes it, perhaps more than once if several threads begin
    /// together; all of them get the same one.
    /// - Parameter make: has one result type, whoever calls.
    func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        if let known = kept.withLock({ $0 }) as? Object { return known }
        let made = make()
        return kept.withLock { kept in
            if let known = kept as? Object { return known }
            kept = made
            return made
        }
    }
}
