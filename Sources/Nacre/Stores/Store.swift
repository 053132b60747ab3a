public import Foundation
public import NacreEngine

/// A store of objects in a directory of its own, `cities.nacre/`. Thread-safe: share one instance.
///
/// ```swift
/// let store = try Store(at: "cities.nacre", City.self, Person.self)
/// try store.performChanges { changes in
///     try changes.insert(Person(id: "p1", name: "Anne"))
/// }
/// let people = try store.fetch(Person.where { $0.name.hasPrefix("A") })
/// ```
/// One process at a time writes to a store; readers in it, and in other processes that open it
/// ``Options/readOnly``, never wait. As a ``Reader`` it gives the newest committed state, call by
/// call; one that was opened read-only stays at the state of its opening, and has to be opened
/// again to see what others have committed since.
public final class Store: Sendable {
    package let database: Database
    let registry: EntityRegistry
    let thread = ChangeThread()

    /// How a store is opened.
    public struct Options: Sendable {
        /// Changes no byte on the disk, and works beside a writer in another process. Attributes
        /// that the store lacks read as nil or as their defaults.
        public var isReadOnly = false
        /// Whether to make a store where there is none. Read-only stores are never made.
        public var createsStore = true
        /// Whether attributes that the store has and the types lack are removed. Without this,
        /// opening throws `schemaMismatch` and names them. Nothing reads their values any more,
        /// also if an attribute of the same name comes back; their bytes stay in the files until
        /// each object is changed and the store is compacted after that.
        public var removesAttributes = false
        /// Changes of the schema that the types alone do not say. Opening a store for writing
        /// follows its steps from the store's generation on.
        public var schemaPlan: SchemaPlan?
        /// When a commit has to be on the disk.
        public var durability = Durability.durable
        /// For a store of unknown origin, which somebody may have made to do harm: it is read into
        /// memory and never mapped, every byte is verified before it is used, and it is open for
        /// reading only. Use it with ``Limits/tight``, as ``untrusted`` does.
        public var isUntrusted = false {
            didSet { if isUntrusted { isReadOnly = true } }
        }
        /// How large the store may be; a larger one throws `limitReached`.
        public var limits = Limits()

        /// The usual options.
        public init() {}

        /// For reading only.
        public static var readOnly: Options {
            var options = Options()
            options.isReadOnly = true
            return options
        }

        /// For a store of unknown origin, within tight limits.
        public static var untrusted: Options {
            var options = Options()
            options.isUntrusted = true
            options.limits = .tight
            return options
        }
    }

    /// Opens a store, or makes one.
    ///
    /// The types must match what the store holds. What a type has more is added, as nil or with its
    /// default; what has another name or a wider type goes on, without rewriting anything: see
    /// <doc:ChangingTheSchema>. What needs more, ``Options/schemaPlan`` says.
    /// - Parameters:
    ///   - path: of the directory.
    ///   - options: how.
    ///   - types: the entities to be used; the store may have more.
    /// - Throws: ``StoreError``: `notFound`, `notAStore`, `locked`, `notPermitted`, `corrupt`,
    ///   `unsupportedFormat`, `io`, `diskFull`, `schemaMismatch`, which names entity and attribute,
    ///   and `uniqueViolation` if an attribute becomes unique whose values are not.
    public convenience init(
        at path: String, options: Options = Options(), _ types: any Entity.Type...
    ) throws(StoreError) {
        try self.init(at: path, options, types, fileSystem: POSIXFileSystem())
    }

    /// The same for a file URL.
    public convenience init(
        at url: URL, options: Options = Options(), _ types: any Entity.Type...
    ) throws(StoreError) {
        let path = url.path(percentEncoded: false)
        try self.init(at: path, options, types, fileSystem: POSIXFileSystem())
    }

    /// A store in memory only, for tests and for what need not be kept. It is gone with the last
    /// reference to it.
    /// - Throws: `schemaMismatch` if a type cannot be stored.
    public static func inMemory(_ types: any Entity.Type...) throws(StoreError) -> Store {
        try Store(at: "/memory.nacre", Options(), types, fileSystem: MemoryFileSystem())
    }

    package init(
        at path: String, _ options: Options, _ types: [any Entity.Type],
        fileSystem: any FileSystem, environment: Environment = .system
    ) throws(StoreError) {
        var settings = Database.Options(isReadOnly: options.isReadOnly)
        settings.createsStore = options.createsStore && !options.isReadOnly
        settings.durability = options.durability
        settings.isUntrusted = options.isUntrusted
        settings.limits = options.limits
        settings.keepsReserve = fileSystem is POSIXFileSystem
        settings.maintenance = .background
        let database = try StoreError.typed {
            try Database(
                at: path, options: settings, fileSystem: fileSystem, environment: environment)
        }
        self.database = database
        do throws(StoreError) {
            registry = try SchemaOpener(database, options).open(DeclaredTypes(types))
        } catch {
            try? database.close()
            throw error
        }
    }

    /// A store that is dropped can be opened again at once, whatever its background still does.
    deinit { database.abandon() }

    /// The newest committed state, pinned; at ``Durability/durable`` it is on the disk as well.
    /// Takes no lock that a writer holds for long.
    /// - Parameter label: names it in ``statistics``, so that whoever keeps files from going can be
    ///   found.
    /// - Throws: `closed` after ``close()``.
    public func snapshot(label: String? = nil) throws(StoreError) -> Snapshot {
        Snapshot(try database.snapshot(label: label), registry)
    }

    /// Makes everything durable that was committed so far: of interest where
    /// ``Options/durability`` is not ``Durability/durable``.
    /// - Throws: ``StoreError`` with the outcome `unknown` if the disk fails; the store then takes
    ///   no more changes until it is opened again.
    public func sync() throws(StoreError) {
        try StoreError.typed { try database.sync() }
    }

    /// Leaves behind everything that is not current, a few files at a time; readers and writers go
    /// on. The store does as much of this by itself as it needs to keep small; this does all of it.
    /// - Parameters:
    ///   - progress: called now and then with the bytes gone through so far and in all. It must
    ///     neither close the store nor wait for somebody who does.
    /// - Throws: `readOnly`, `closed`, `diskFull`, `io`, `nestedChanges` inside of a change, and
    ///   `cancelled` if the task was cancelled. Nothing is lost then, and what was done is kept.
    public func compact(
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(StoreError) {
        try StoreError.typed {
            _ = try database.compact(progress: progress, isCancelled: { Task.isCancelled })
        }
    }

    /// Ends the work with the store and lets others write to it. Snapshots stay good; everything
    /// else throws `closed` from now on. Not closing loses nothing.
    ///
    /// What every later opening would have to do is done here once: after large changes, and where
    /// a compaction has made the last one useless, a checkpoint is written, and an index that was
    /// added over many objects and is not built yet is finished. Both go through all objects, a
    /// million in less than a second.
    /// - Throws: `closed` the second time, `io`, and `nestedChanges` inside of a change or of a
    ///   compaction's `progress`, which go on then.
    public func close() throws(StoreError) {
        try StoreError.typed { try database.close() }
    }
}

extension Store: Reader {
    /// Where to read. For the library.
    public var source: ReadSource {
        get throws(StoreError) {
            ReadSource(content: .snapshot(try database.snapshot()), registry: registry)
        }
    }
}
