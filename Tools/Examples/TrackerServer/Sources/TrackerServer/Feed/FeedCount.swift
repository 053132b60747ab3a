import Synchronization

/// The number of open feeds.
final class FeedCount: Sendable {
    private let number = Atomic(0)

    /// The current number.
    var current: Int { number.load(ordering: .relaxed) }

    /// Counts a feed as open for the duration of an operation.
    func whileOpen<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
        number.add(1, ordering: .relaxed)
        defer { number.subtract(1, ordering: .relaxed) }
        return try await operation()
    }
}
