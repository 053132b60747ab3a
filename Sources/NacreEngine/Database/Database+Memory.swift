internal import NacreFormat
internal import Synchronization

/// Memory of indexes: each change copies the nodes that it touches, and the places of those it has
/// replaced stand free among others. Small changes use them soon; what large ones leave goes back
/// to the system once nobody writes.
extension Database: WriterAccess {
    /// Without a commit for so long, a store is quiet.
    private static let quiet = Duration.seconds(1)

    /// Has nodes moved together when no commit has come for a while, if that gives memory back.
    func moveNodesWhenQuiet(_ writer: Writer) {
        guard maintenance.mode == .background, writer.pool.isSparse,
            !isMoveAwaited.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        let commit = writer.lastCommit
        let isAwaited = environment.after(Self.quiet) { [weak self] in
            self?.moveNodes(ifStillAt: commit)
        }
        if !isAwaited { isMoveAwaited.store(false, ordering: .releasing) }
    }

    private func moveNodes(ifStillAt commit: CommitNumber) {
        isMoveAwaited.store(false, ordering: .releasing)
        // A store that was closed meanwhile has no memory to give.
        try? withWriter { writer in
            if writer.lastCommit == commit {
                let count = writer.pool.nodeCount
                moveNodesTogether(writer)
                // Held by a snapshot, it goes when the next commit has it looked at.
                guard writer.pool.nodeCount < count else { return }
            }
            moveNodesWhenQuiet(writer)
        }
    }

    /// Of the nodes of all indexes and row tables, in bytes, used or free.
    package func nodeMemory() throws -> Int { try withWriter { $0.pool.memorySize } }

    private func moveNodesTogether(_ writer: Writer) {
        writer.moveNodesTogether()
        writer.publishHead()
        writer.reclaim()
    }
}
