internal import NacreFormat
internal import Synchronization

/// Manages the memory of indexes. Each change copies the nodes it touches, and the places of
/// replaced nodes become free among others. Small changes reuse them soon. The free places that
/// large changes leave are returned to the system once no commits arrive.
extension Database: WriterAccess {
    /// The time without a commit after which a store is quiet.
    private static let quiet = Duration.seconds(1)

    /// Schedules moving nodes together once the store is quiet, if that gives memory back.
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
        // A store that was closed meanwhile has no memory to return.
        try? withWriter { writer in
            if writer.lastCommit == commit {
                let count = writer.pool.nodeCount
                moveNodesTogether(writer)
                // If nothing was freed, a snapshot holds the nodes. The next commit tries again.
                guard writer.pool.nodeCount < count else { return }
            }
            moveNodesWhenQuiet(writer)
        }
    }

    /// Returns the memory of the nodes of all indexes and row tables, in bytes, used or free.
    package func nodeMemory() throws -> Int { try withWriter { $0.pool.memorySize } }

    private func moveNodesTogether(_ writer: Writer) {
        writer.moveNodesTogether()
        writer.publishHead()
        writer.reclaim()
    }
}
