internal import Synchronization

/// An object that is made on first use, on the thread of the first caller. After that, an access
/// takes one load. (The standard library's `AtomicLazyReference` takes 700 instructions, because it
/// looks up its type each time.)
@safe final class Late<Object: AnyObject & Sendable>: Sendable {
    private let isKnown = Atomic(false)
    private let lock = Mutex(())
    // SAFETY: written once, under the lock and before `isKnown` is set; read only after that.
    @exclusivity(unchecked) private nonisolated(unsafe) var known: Unmanaged<Object>?
    private let make: @Sendable () -> Object

    init(_ make: @escaping @Sendable () -> Object) { self.make = make }

    deinit { unsafe known?.release() }

    var value: Object { with { $0 } }

    /// Calls a closure with the object, without retaining it.
    @inline(__always)
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        // `self` holds the object.
        defer { withExtendedLifetime(self) {} }
        if isKnown.load(ordering: .acquiring), let known = unsafe known {
            return try unsafe known._withUnsafeGuaranteedRef(body)
        }
        return try unsafe makeOnce()._withUnsafeGuaranteedRef(body)
    }

    @inline(never)
    private func makeOnce() -> Unmanaged<Object> {
        unsafe lock.withLock { _ in
            if let known = unsafe known { return unsafe known }
            let object = unsafe Unmanaged.passRetained(make())
            unsafe known = object
            isKnown.store(true, ordering: .releasing)
            return unsafe object
        }
    }
}
