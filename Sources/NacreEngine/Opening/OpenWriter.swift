/// The parts of a store open for writing that its followers in this process share.
final class OpenWriter: Sendable {
    private let lock: LockIdentity
    /// The process that opened it. A fork inherits the list of writers, but writes nothing.
    private let process = POSIXCalls.processID
    let published: PublishedVersion
    let holds: HistoryHolds
    let checkpointBlocks: CheckpointBlocks?

    /// - Returns: nil if the lock of the store's directory cannot be told from others.
    init?(_ opened: OpenedStore, _ holds: HistoryHolds) {
        guard let lock = opened.directory.lockIdentity(FileName.lock) else { return nil }
        self.lock = lock
        published = opened.published
        self.holds = holds
        checkpointBlocks = opened.checkpointBlocks
    }

    func isFollowed(by follower: Follower) -> Bool {
        follower.lock == lock && process == POSIXCalls.processID
    }
}
