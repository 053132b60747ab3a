internal import NacreFormat
public import NacreEngine

/// A reader of commits whose place is kept in the store, so that it goes on where it stopped, in
/// this process or a later one. The commits after its place are kept for it, also without a history
/// policy, up to its limit. A consumer is a value for use on any thread.
///
/// ```swift
/// let consumer = try store.consumer("search-index")
/// for try await commit in try consumer.commits {
///     index.update(try commit.inserted(City.self), try commit.deleted(City.self))
///     try consumer.advance(to: commit)
/// }
/// ```
/// If the effect of a commit is stored in the same store, use
/// ``WriteTransaction/advance(_:to:)``: the effect and the place are then stored together, and the
/// effect happens exactly once.
public struct Consumer: Sendable {
    /// The name, which no other consumer of the store has.
    public let name: String
    private let database: Database
    private let registry: EntityRegistry

    init(_ name: String, _ database: Database, _ registry: EntityRegistry) {
        self.name = name
        self.database = database
        self.registry = registry
    }

    /// The place after the last commit that it has consumed.
    /// - Throws: `historyGone` if it has fallen behind by more than its limit, `noSuchObject` if it
    ///   was removed, `closed`, `corrupt`.
    public var token: CommitToken {
        get throws(StoreError) {
            try StoreError.typed { try database.place(ofConsumer: name) }
        }
    }

    /// The commits after its place, as from ``Store/commits(since:)``. Commits that only move the
    /// places of consumers are left out. Those of an entity whose own policy keeps nothing may lack
    /// changes.
    /// - Throws: The errors of ``token``, and `io`.
    public var commits: Commits {
        get throws(StoreError) { try Commits(database, registry, since: token) }
    }

    /// Stores that a commit and all before it are consumed. An earlier place changes nothing.
    /// - Throws: `historyGone` if it has fallen behind by more than its limit, `noSuchObject` if it
    ///   was removed, `invalidValue` for a commit of another store, and the errors of
    ///   `performChanges`.
    public func advance(to commit: Commit) throws(StoreError) {
        try StoreError.typed {
            try database.performChanges { try $0.advanceConsumer(name, to: commit.token) }
        }
    }
}

extension WriteTransaction {
    /// Stores that a consumer has consumed a commit, together with the other changes of this
    /// transaction. The commit of this transaction is then delivered to the consumer like any
    /// other: give it an author, and pass over commits of that author.
    ///
    /// ```swift
    /// try store.performChanges(author: "totals") { changes in
    ///     try changes.save(total)
    ///     try changes.advance(consumer, to: commit)
    /// }
    /// ```
    /// - Throws: The errors of ``Consumer/advance(to:)``.
    public func advance(_ consumer: Consumer, to commit: Commit) throws(StoreError) {
        try StoreError.typed {
            try changes.advanceConsumer(consumer.name, to: commit.token)
        }
    }
}

extension Store {
    /// Facts about a ``Consumer``.
    public struct ConsumerInfo: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// The number of the last commit that it has consumed.
        public let commit: UInt64
        /// How far it may fall behind; nil if it has fallen behind by more, and nothing is kept for
        /// it any more.
        public let limit: HistoryPolicy?
    }

    /// Returns the consumer of a name. If there is none, registers it, in a commit of its own.
    /// - Parameters:
    ///   - name: The name, 1 to 255 bytes.
    ///   - token: The place at which a new consumer begins; nil for the newest commit. Pass the
    ///     token of the snapshot that its data was made from.
    ///   - limit: How far it may fall behind. Maintenance drops a consumer that falls further.
    /// - Throws: `historyGone` if the commits after the token are not kept, or if the consumer was
    ///   dropped: remove it with ``removeConsumer(_:)``, make its data again from a snapshot, and
    ///   register it with the snapshot's token. `invalidValue` for a name that is too long and for
    ///   a token of another store, and the errors of `performChanges`.
    public func consumer(
        _ name: String, since token: CommitToken? = nil,
        limit: HistoryPolicy = .days(30).atMost(bytes: 1 << 30)
    ) throws(StoreError) -> Consumer {
        try StoreError.typed { try database.addConsumer(name, since: token, limit: limit) }
        return Consumer(name, database, registry)
    }

    /// The consumers, by name.
    /// - Throws: `closed`, `corrupt`.
    public var consumers: [ConsumerInfo] {
        get throws(StoreError) {
            try historySettings.consumers.map { consumer in
                ConsumerInfo(
                    name: consumer.name, commit: consumer.commit.rawValue,
                    limit: consumer.isKept ? consumer.limit : nil)
            }
        }
    }

    /// Removes a consumer. What was kept only for it may be dropped from then on.
    /// - Throws: `noSuchObject` if there is no such consumer, and the errors of `performChanges`.
    public func removeConsumer(_ name: String) throws(StoreError) {
        try StoreError.typed { try database.performChanges { try $0.removeConsumer(name) } }
    }
}
