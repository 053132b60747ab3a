internal import NacreEngine
internal import Synchronization

/// The subscription of the place where a sequence was made, until the first iteration takes it.
final class FirstSubscription<Subscription: Sendable>: Sendable {
    private let state: Mutex<Result<Subscription, StoreError>?>

    init(_ subscription: Result<Subscription, StoreError>) { state = Mutex(subscription) }

    func take() -> Result<Subscription, StoreError>? {
        state.withLock { state in
            defer { state = nil }
            return state
        }
    }
}
