internal import Synchronization

/// The stores that this process has open for writing, and its stores that follow them.
enum OpenWriters {
    private struct State {
        var writers: [OpenWriter] = []
        var followers: [Follower] = []
    }

    /// Locked before a writer's published version is, and never inside of it.
    private static let state = Mutex(State())

    /// Adds a writer that holds its lock. Stores that wait for it follow it from now on.
    static func add(_ writer: OpenWriter) {
        state.withLock { state in
            state.writers.append(writer)
            for follower in state.followers where writer.isFollowed(by: follower) {
                follower.attach(to: writer)
            }
        }
    }

    /// Removes a writer, before it releases its lock.
    static func remove(_ writer: OpenWriter) {
        state.withLock { $0.writers.removeAll { $0 === writer } }
    }

    /// Adds a store that follows its writer: now if the writer is open, otherwise once it is.
    static func add(_ follower: Follower) {
        state.withLock { state in
            state.followers.append(follower)
            guard let writer = state.writers.first(where: { $0.isFollowed(by: follower) }) else {
                return
            }
            follower.attach(to: writer)
        }
    }

    static func remove(_ follower: Follower) {
        state.withLock { $0.followers.removeAll { $0 === follower } }
    }
}
