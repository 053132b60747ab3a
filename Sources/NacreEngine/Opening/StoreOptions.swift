/// The options for opening a store.
package struct StoreOptions: Sendable {
    /// Whether to open for reading only. This changes no byte on disk, takes no lock, and works
    /// while a writer is active.
    package var isReadOnly = false
    /// Whether a store that is open for reading only follows the writer of the same store in this
    /// process, if there is one: see ``Follower``. Ignored if the files are not trusted or if there
    /// are limits, because the writer has not applied them.
    package var followsWriter = false
    /// Whether to create a store if there is none.
    package var createsStore = false
    /// The nominal segment size, in bytes; nil for a size that fits the store. Tests use tiny ones.
    package var segmentSizeNominal: Int?
    package var durability = Durability.durable
    /// The time at which the store does its maintenance: compactions and checkpoints.
    package var maintenance = MaintenanceMode.manual
    package var compaction = CompactionPolicy()
    /// The rate at which background maintenance reads segments; nil for no limit.
    package var compactionBytesPerSecond: Int? = 64 << 20
    /// Whether the files are of unknown origin. They are read into memory, verified completely
    /// before use, and opened for reading only.
    package var isUntrusted = false {
        didSet { if isUntrusted { isReadOnly = true } }
    }
    package var limits = Limits()
    /// The size, in bytes, of the log that is kept as written for consumers of commits, before the
    /// slowest of them gets an error instead.
    package var historyBytesMax = 256 << 20
    /// Whether to reserve disk space for deleting and compacting when the disk is full.
    package var keepsReserve = false
    /// Whether to begin with the checkpoint, if there is one.
    package var usesCheckpoint = true

    /// Maximum number of objects over which an index that is added, or that the checkpoint lacks,
    /// is built before the change or the opening ends. Over more objects it is left for
    /// ``Database/buildIndexes()``. If nil, indexes are deferred only in background maintenance.
    /// Unique indexes are never deferred.
    package var indexBuildMax: Int?

    var objectsIndexedAtOnce: Int {
        // A reader cannot build anything later.
        if isReadOnly { return .max }
        return indexBuildMax ?? (maintenance == .background ? 20_000 : .max)
    }

    package init(
        isReadOnly: Bool = false, createsStore: Bool = false, segmentSizeNominal: Int? = nil,
        durability: Durability = .durable
    ) {
        self.isReadOnly = isReadOnly
        self.createsStore = createsStore
        self.segmentSizeNominal = segmentSizeNominal
        self.durability = durability
    }

    package static let readOnly = StoreOptions(isReadOnly: true)
    package static let creating = StoreOptions(createsStore: true)
    package static var untrusted: StoreOptions {
        var options = StoreOptions(isReadOnly: true)
        options.isUntrusted = true
        options.limits = .tight
        return options
    }
}
