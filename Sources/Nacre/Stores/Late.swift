internal import Synchronization

/// A value that is made when somebody first asks for it, on whose thread that may be: two who ask
/// at once both make it, and one of the two is kept. Asking takes no lock.
final class Late<Value: Sendable>: Sendable {
    private let known = AtomicLazyReference<Box>()
    private let make: @Sendable () -> Value

    private final class Box: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value { (known.load() ?? known.storeIfNil(Box(make()))).value }
}
