internal import Synchronization

/// An object that the first access makes, on its thread. After that, an access takes one load. (The
/// standard library's `AtomicLazyReference` takes 700 instructions, as it looks up its type.)
@safe final class Late<Object: AnyObject & Sendable>: Sendable {
    private let isKnown = Atomic(false)
    private let lock = Mutex(())
    // SAFETY: written once, under the lock and before `isKnown` is set; read only after that.
    @exclusivity(unchecked) private nonisolated(unsafe) var known: Unmanaged<Object>?

    deinit { unsafe known?.release() }

    /// Calls a closure with the object, without retaining it.
    /// - Parameter make: Makes the object. Each access passes the same.
    @inline(__always)
    func with<Result>(
        _ make: () -> Object, _ body: (Object) throws -> Result
    ) rethrows -> Result {
        // `self` holds the object.
        defer { withExtendedLifetime(self) {} }
        if isKnown.load(ordering: .acquiring), let known = unsafe known {
            return try unsafe known._withUnsafeGuaranteedRef(body)
        }
        return try unsafe makeOnce(make)._withUnsafeGuaranteedRef(body)
    }

    @inline(never)
    private func makeOnce(_ make: () -> Object) -> Unmanaged<Object> {
        unsafe lock.withLock { _ in
            if let known = unsafe known { return unsafe known }
            let object = unsafe Unmanaged.passRetained(make())
            unsafe known = object
            isKnown.store(true, ordering: .releasing)
            return unsafe object
        }
    }
}
