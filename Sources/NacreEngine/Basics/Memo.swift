internal import Synchronization

/// Keeps one object that an upper layer derived from an object of a lower layer, so the lower layer
/// need not know its type. Thread-safe.
final class Memo: Sendable {
    private let kept = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Returns the kept object. The first call makes it. If several threads begin together, it may
    /// be made more than once, but all of them get the same one.
    /// - Parameter make: Makes the object. All callers must use the same result type.
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
