/// A peer that can keep the former states of its objects and read them.
protocol HistoryPeer: Peer {
    /// Keeps all former states from now on.
    func keepHistory() throws

    /// Adds an inhabitant to each city while former states are kept, in commits of this size.
    func growKept(ids: [Int64], inCommitsOf size: Int) throws

    /// Returns the number of the newest commit that the history knows.
    func newestCommit() throws -> Int

    /// Returns the state after a commit.
    func state(after commit: Int) throws -> any FormerState

    /// Returns the states that a city has had, newest first.
    func revisions(of id: Int64) throws -> [CityRevision]

    /// Rewrites the files so that they are as small as they can be.
    func compact() throws
}
