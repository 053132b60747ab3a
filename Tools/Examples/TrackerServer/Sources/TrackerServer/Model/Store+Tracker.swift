import Nacre

extension Store {
    /// Opens the store of a tracker, or creates it.
    ///
    /// `.durable` is chosen deliberately: a client that got its 201 relies on it, also after a
    /// power cut. Requests that write at the same time share a sync, so it costs less under load.
    /// - Parameter path: The path of the store's folder.
    /// - Throws: `StoreError`, with `locked` if another process has the store open for writing.
    static func tracker(at path: String) throws(StoreError) -> Store {
        var options = Store.Options()
        options.durability = .durable
        return try Store(
            at: path, options: options, Project.self, Person.self, Issue.self, Comment.self)
    }

    /// Makes an empty store in memory, for tests.
    static func trackerInMemory() throws(StoreError) -> Store {
        try .inMemory(Project.self, Person.self, Issue.self, Comment.self)
    }
}
