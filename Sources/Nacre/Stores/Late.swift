internal import Synchronization

/// A value that is made when somebody first asks for it, on whose thread that may be. Once it is
/// there, asking takes a load. (`AtomicLazyReference` of the standard library takes 700
/// instructions, as it looks up its type each time.)
final class Late<Value: Sendable>: Sendable {
    private let isKnown = Atomic(false)
    private let lock = Mutex(())
    // SAFETY: written once, behind the lock and before `isKnown` says so; read after that.
    @exclusivity(unchecked) private nonisolated(unsafe) var known: Value?
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        if isKnown.load(ordering: .acquiring), let known = unsafe known { return known }
        return makeOnce()
    }

    @inline(never)
    private func makeOnce() -> Value {
        lock.withLock { _ in
            if let known = unsafe known { return known }
            let value = make()
            unsafe known = value
            isKnown.store(true, ordering: .releasing)
            return value
        }
    }
}
