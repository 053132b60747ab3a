internal import Dispatch
internal import Synchronization

/// A value that another thread works out if one is free before somebody asks for it: whoever comes
/// first does the work, and nobody waits for work that has not begun.
final class Early<Value: Sendable>: Sendable {
    private let known = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
        DispatchQueue.global().async { _ = self.value }
    }

    var value: Value {
        known.withLock { known in
            if let known { return known }
            let value = make()
            known = value
            return value
        }
    }
}
