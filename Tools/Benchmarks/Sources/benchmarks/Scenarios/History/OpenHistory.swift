/// An open store with a history, and states of it that were made before any clock runs.
struct OpenHistory {
    let peer: any HistoryPeer
    /// The numbers of the commits after which the states were.
    let near: Int
    let far: Int
    let present: any FormerState
    /// The state before the commits of one city each.
    let nearState: any FormerState
    /// The state that lies back a thousand commits of 100 more.
    let farState: any FormerState

    init(_ peer: some HistoryPeer, _ load: HistoryLoad) throws {
        self.peer = peer
        let newest = try peer.newestCommit()
        near = newest - load.single.count
        far = near - load.farCommits
        present = try peer.state(after: newest)
        nearState = try peer.state(after: near)
        farState = try peer.state(after: far)
    }
}
