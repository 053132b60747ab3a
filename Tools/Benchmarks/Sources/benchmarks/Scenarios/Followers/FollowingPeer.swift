import Dispatch
import GRDB
import Nacre

/// A peer that can follow the results of requests.
protocol FollowingPeer: Peer {
    /// Follows this number of lists and returns an object that keeps them alive.
    func follow(_ count: Int, _ lists: FollowedLists) -> any Sendable
}

extension NacrePeer: FollowingPeer {
    func follow(_ count: Int, _ lists: FollowedLists) -> any Sendable {
        (0..<count).map { [store] list in
            let ids = FollowedLists.ids(of: list)
            return Task {
                for try await _ in store.values(of: City.where { ids.contains($0.id) }) {
                    lists.add()
                }
            }
        }
    }
}

extension GRDBPeer: FollowingPeer {
    func follow(_ count: Int, _ lists: FollowedLists) -> any Sendable {
        (0..<count).map { list in
            let ids = FollowedLists.ids(of: list)
            let observation = ValueObservation.tracking { database in
                try City.fetchAll(
                    database.cachedStatement(sql: SQL.byIDs),
                    arguments: [ids.lowerBound, ids.upperBound])
            }
            return observation.start(
                in: pool, scheduling: .async(onQueue: .global()), onError: { _ in },
                onChange: { _ in lists.add() })
        }
    }
}
