internal import Synchronization

/// An object that is made when somebody first asks for it, on whose thread that may be. Once it is
/// there, asking takes a load. (`AtomicLazyReference` of the standard library takes 700
/// instructions, as it looks up its type each time.)
@safe final class Late<Object: AnyObject & Sendable>: Sendable {
    private let isKnown = Atomic(false)
    private let lock = Mutex(())
    // SAFETY: written once, behind the lock and before `isKnown` says so; read after that.
    @exclusivity(unchecked) private nonisolated(unsafe) var known: Unmanaged<Object>?
    private let make: @Sendable () -> Object

    init(_ make: @escaping @Sendable () -> Object) { self.make = make }

    deinit { unsafe known?.release() }

    var value: Object { with { $0 } }

    /// Lends it, so that no reference is counted.
    @inline(__always)
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        // It holds the object.
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
