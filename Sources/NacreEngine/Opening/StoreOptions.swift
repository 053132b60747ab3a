/// How a store is opened.
package struct StoreOptions: Sendable {
    /// Changes no byte on disk, takes no lock, and may run beside a writer.
    package var isReadOnly = false
    /// Whether to make a store where there is none.
    package var createsStore = false
    /// In bytes; nil for the size that fits the store. Tests use tiny ones.
    package var segmentSizeNominal: Int?
    package var durability = Durability.durable
    /// When a store looks after itself: compactions and checkpoints.
    package var maintenance = MaintenanceMode.manual
    package var compaction = CompactionPolicy()
    /// How fast the background goes through segments; nil for as fast as can be.
    package var compactionBytesPerSecond: Int? = 64 << 20
    /// For files of unknown origin: read into memory, everything verified before it is used,
    /// for reading only.
    package var isUntrusted = false {
        didSet { if isUntrusted { isReadOnly = true } }
    }
    package var limits = Limits()
    /// How much of the log is kept as it was written for those who read its commits one by one,
    /// in bytes, before the slowest of them gets an error instead.
    package var historyBytesMax = 256 << 20
    /// Whether to hold room on the disk for deleting and compacting when it is full.
    package var keepsReserve = false
    /// Whether to begin with the checkpoint, if there is one.
    package var usesCheckpoint = true

    /// Over how many objects an index that is added, or that the checkpoint lacks, is built
    /// before the change or the opening ends. Over more it is left for
    /// ``Database/buildIndexes()``; nil leaves some only where the background does that. What
    /// is unique is never left.
    package var indexBuildMax: Int?

    var objectsIndexedAtOnce: Int {
        // Who reads only builds nothing later.
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
