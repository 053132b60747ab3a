import Synchronization

/// Lists of cities that are followed in one process, each with ten ids of its own.
final class FollowedLists: Sendable {
    static let size = 10

    /// The number of results that the lists have delivered.
    private let results = Atomic(0)

    /// Notes that a list has a new result.
    func add() { results.add(1, ordering: .relaxed) }

    var resultCount: Int { results.load(ordering: .relaxed) }

    /// Returns the ids of a list.
    static func ids(of list: Int) -> Range<Int64> {
        let start = 1 + Int64(list * size)
        return start..<start + Int64(size)
    }
}
