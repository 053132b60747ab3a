internal import Synchronization

/// An object that is made when somebody first asks for it, on whose thread that may be. Once it is
/// there, asking takes a load. (`AtomicLazyReference` of the standard library takes 700
/// instructions, as it looks up its type each time.)
@safe final class Late<Object: AnyObject & Sendable>: Sendable {
    private let isKnown = Atomic(false)
    private let lock = Mutex(())
    // SAFETY: what `make` gives. Written once, behind the lock and before `isKnown` says so; read
    // after that. As what it is, it would have the runtime lay out each kind of this class when the
    // first one is made: a tenth of what opening a store takes.
    @exclusivity(unchecked) private nonisolated(unsafe) var known: Unmanaged<AnyObject>?
    private let make: @Sendable () -> Object

    init(_ make: @escaping @Sendable () -> Object) { self.make = make }

    deinit { unsafe known?.release() }

    var value: Object { with { $0 } }

    /// Lends it, so that no reference is counted.
    @inline(__always)
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        let object = unsafe isKnown.load(ordering: .acquiring) ? known : nil
        return try unsafe (object ?? makeOnce())._withUnsafeGuaranteedRef { object in
            try body(unsafe unsafeDowncast(object, to: Object.self))
        }
    }

    @inline(never)
    private func makeOnce() -> Unmanaged<AnyObject> {
        unsafe lock.withLock { _ in
            if let known = unsafe known { return unsafe known }
            let object = unsafe Unmanaged<AnyObject>.passRetained(make())
            unsafe known = object
            isKnown.store(true, ordering: .releasing)
            return unsafe object
        }
    }
}
