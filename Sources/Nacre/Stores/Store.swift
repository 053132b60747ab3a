public import Foundation
public import NacreEngine

/// A store of objects in its own directory, `cities.nacre/`. Thread-safe: share one instance.
///
/// ```swift
/// let store = try Store(at: "cities.nacre", City.self, Person.self)
/// try store.performChanges { changes in
///     try changes.insert(Person(id: "p1", name: "Anne"))
/// }
/// let people = try store.fetch(Person.where { $0.name.hasPrefix("A") })
/// ```
/// One process at a time writes to a store. Readers in it, and in other processes that open it
/// ``Options/readOnly``, never wait. Used as a ``Reader``, a store reads the newest committed state
/// at each call. A store that was opened read-only follows the writer of the same process. Without
/// one it stays at the state of its opening: open it again to see later commits of other processes.
public final class Store: Sendable {
    package let database: Database
    let registry: EntityRegistry
    let thread = ChangeThread()
    /// Whether the store is being made by ``creating(at:options:_:fill:)``, so that no commit
    /// counts before the last.
    package let isUnfinished: Bool

    /// The options for opening a store.
    public struct Options: Sendable {
        /// Whether the store is opened for reading only. Then no byte on the disk changes, and
        /// another process may write at the same time. Attributes that the store lacks read as nil
        /// or as their defaults. If this process has the store open for writing, the read-only
        /// store shows each commit as it is published: see <doc:FollowingChanges>.
        public var isReadOnly = false
        /// Whether to create the store if there is none. A read-only store is never created.
        public var createsStore = true
        /// Whether attributes that the store has and the types lack are removed. If false, opening
        /// throws `schemaMismatch` and names them. Removed values are never read again, even if an
        /// attribute of the same name is added later. Their bytes stay in the files until each
        /// object has been changed and the store has been compacted after that.
        public var removesAttributes = false
        /// The plan of the ``Schema``; nil if there is none.
        package var schemaPlan: SchemaPlan?
        /// The values that stages take from the store, such as the keys of an encryption.
        public var stageContext = StageContext()
        /// The time by which a commit has to be on the disk.
        public var durability = Durability.durable
        /// Whether the store comes from an unknown origin and may be malicious. It is then read
        /// into memory and never mapped, every byte is verified before it is used, and it is open
        /// for reading only. Use this with ``Limits/tight``, as ``untrusted`` does.
        public var isUntrusted = false {
            didSet { if isUntrusted { isReadOnly = true } }
        }
        /// The history that the store is to keep at least. If its ``Store/historyPolicy`` keeps
        /// less, opening makes it longer; it never makes it shorter. Nil, the default, leaves it as
        /// it is. A store that is opened for reading only ignores it.
        public var history: HistoryPolicy?
        /// The limits on the store's size; a larger store throws `limitReached`.
        public var limits = Limits()

        /// Makes the default options.
        public init() {}

        /// Options for reading only.
        public static var readOnly: Options {
            var options = Options()
            options.isReadOnly = true
            return options
        }

        /// Options for a store of unknown origin, with tight limits.
        public static var untrusted: Options {
            var options = Options()
            options.isUntrusted = true
            options.limits = .tight
            return options
        }
    }

    /// Opens a store, or creates one.
    ///
    /// The types must match the stored schema. Attributes that only the type has are added, as nil
    /// or with their default. Renamed attributes and wider types carry on without rewriting
    /// objects: see <doc:ChangingTheSchema>. Further changes need a ``Schema`` with a plan.
    /// - Parameters:
    ///   - path: The path of the store's directory.
    ///   - options: The options for opening.
    ///   - types: The entities to be used; the store may have more.
    /// - Throws: ``StoreError``: `storeNotFound`, `notAStore`, `locked`, `notPermitted`, `corrupt`,
    ///   `unsupportedFormat`, `io`, `diskFull`, `schemaMismatch`, which names the entity and the
    ///   attribute, and `uniqueViolation` if an attribute becomes unique whose values are not.
    public convenience init(
        at path: String, options: Options = Options(), _ types: any Entity.Type...
    ) throws(StoreError) {
        try self.init(at: path, options, types, fileSystem: POSIXFileSystem())
    }

    /// Opens a store at a file URL, or creates one.
    public convenience init(
        at url: URL, options: Options = Options(), _ types: any Entity.Type...
    ) throws(StoreError) {
        let path = url.path(percentEncoded: false)
        try self.init(at: path, options, types, fileSystem: POSIXFileSystem())
    }

    /// Opens a store with the types of a schema, or creates one. Runs the steps of the plan that
    /// the store has not run yet. Throws the errors of opening a store with types.
    /// - Parameters:
    ///   - path: The path of the store's directory.
    ///   - schema: The types and the plan.
    ///   - options: The options for opening.
    public convenience init(
        at path: String, _ schema: Schema, options: Options = Options()
    ) throws(StoreError) {
        try self.init(
            at: path, options.running(schema), schema.types, fileSystem: POSIXFileSystem())
    }

    /// Opens a store at a file URL with the types of a schema, or creates one.
    public convenience init(
        at url: URL, _ schema: Schema, options: Options = Options()
    ) throws(StoreError) {
        try self.init(at: url.path(percentEncoded: false), schema, options: options)
    }

    /// Makes a store in memory only with the types of a schema.
    public static func inMemory(
        _ schema: Schema, options: Options = Options()
    ) throws(StoreError) -> Store {
        try Store(
            at: "/memory.nacre", options.running(schema), schema.types,
            fileSystem: MemoryFileSystem())
    }

    /// Makes a store in memory only, for tests and temporary data. It is gone with the last
    /// reference to it.
    /// - Throws: `schemaMismatch` if a type cannot be stored.
    public static func inMemory(_ types: any Entity.Type...) throws(StoreError) -> Store {
        try Store(at: "/memory.nacre", Options(), types, fileSystem: MemoryFileSystem())
    }

    package init(
        at path: String, _ options: Options, _ types: [any Entity.Type],
        fileSystem: any FileSystem, environment: Environment = .system, isUnfinished: Bool = false
    ) throws(StoreError) {
        self.isUnfinished = isUnfinished
        var settings = Database.Options(isReadOnly: options.isReadOnly)
        settings.createsStore = options.createsStore && !options.isReadOnly
        settings.durability = options.durability
        settings.isUntrusted = options.isUntrusted
        settings.limits = options.limits
        settings.keepsReserve = fileSystem is POSIXFileSystem
        settings.maintenance = .background
        settings.followsWriter = true
        // First, because a type may declare rules for words, which the stored schema names.
        let types = DeclaredTypes(types)
        let database = try StoreError.typed {
            try Database(
                at: path, options: settings, fileSystem: fileSystem, environment: environment)
        }
        self.database = database
        do throws(StoreError) {
            registry = try SchemaOpener(database, options).open(types)
            if let history = options.history, !options.isReadOnly {
                try StoreError.typed { try database.lengthenHistory(to: history) }
            }
        } catch {
            try? database.close()
            throw error
        }
    }

    /// A dropped store can be opened again at once, even while its background work is still
    /// running.
    deinit { database.abandon() }

    /// Returns the newest committed state, pinned. At ``Durability/durable`` it is on the disk as
    /// well. Takes no lock that a writer holds for long.
    /// - Parameter label: A label that ``statistics`` shows, to find the code that keeps files from
    ///   being freed.
    /// - Throws: `closed` after ``close()``.
    public func snapshot(label: String? = nil) throws(StoreError) -> Snapshot {
        Snapshot(try database.snapshot(label: label), registry)
    }

    /// Makes everything durable that was committed so far. Needed only if ``Options/durability`` is
    /// not ``Durability/durable``.
    /// - Throws: ``StoreError`` with the outcome `unknown` if the disk fails; the store then takes
    ///   no more changes until it is opened again.
    public func sync() throws(StoreError) {
        try StoreError.typed { try database.sync() }
    }

    /// Drops everything that is not current, a few files at a time; readers and writers go on. The
    /// store compacts by itself as much as it needs to stay small; this method compacts everything.
    /// - Parameters:
    ///   - progress: Called now and then with the bytes processed so far and in total. It must
    ///     neither close the store nor wait for code that closes it.
    /// - Throws: `readOnly`, `closed`, `diskFull`, `io`, `nestedChanges` inside a change, and
    ///   `cancelled` if the task was cancelled. Nothing is lost then, and the work done so far is
    ///   kept.
    public func compact(
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(StoreError) {
        try StoreError.typed {
            _ = try database.compact(progress: progress, isCancelled: { Task.isCancelled })
        }
    }

    /// Builds the indexes that are not built yet, and waits until they are: those of full-text
    /// searches, and those that were added over many objects. The store builds them by itself in
    /// the background. Until then, requests read all objects, and searches all texts, with the same
    /// results; so call this only where the first ones must be fast.
    /// - Parameters:
    ///   - progress: Called now and then with the share of the searches' indexes that is done, from
    ///     0 to 1. It must neither close the store nor wait for code that closes it.
    /// - Throws: `closed`, `corrupt` if an object cannot be read, `nestedChanges` inside a change
    ///   or inside `progress`, and `cancelled` if the task was cancelled or the store was closed
    ///   meanwhile. Finished indexes are kept.
    public func buildIndexes(
        progress: (_ share: Double) -> Void = { _ in }
    ) throws(StoreError) {
        try StoreError.typed {
            if !database.isReadOnly {
                try database.buildIndexes(isCancelled: { Task.isCancelled })
            }
            try database.buildSearches(progress: progress, isCancelled: { Task.isCancelled })
        }
    }

    /// Ends the work with the store and lets other processes write to it. Snapshots stay valid;
    /// everything else throws `closed` from now on. Not closing loses nothing.
    ///
    /// Closing does work once that every later opening would otherwise do. It writes a checkpoint
    /// after large changes, and if a compaction has made the last checkpoint useless. It finishes
    /// an index that was added over many objects and is not built yet. Both go through all objects,
    /// a million in less than a second.
    /// - Throws: `closed` the second time, `io`, and `nestedChanges` inside a change or a
    ///   compaction's `progress`, which then go on.
    public func close() throws(StoreError) {
        try StoreError.typed { try database.close() }
    }
}

extension Store: Reader {
    /// The source of reads; for the library.
    public var source: ReadSource {
        get throws(StoreError) {
            ReadSource(content: .snapshot(try database.snapshot()), registry: registry)
        }
    }
}
