internal import NacreEngine

/// The settings that a seed determines, apart from its steps: the disk, the sizes, and the faults.
struct SimulationPlan: Sendable {
    var behaviour = SimulatedDisk.Behaviour()
    let segmentSizeNominal: Int
    let durability: Durability
    let keepsReserve: Bool
    /// Whether compaction runs by itself after commits.
    let compactsInline: Bool
    let steps: Int
    /// Whether a lost write keeps the durable bytes of its sector.
    let isPowersafe: Bool
    /// Whether calls fail now and then.
    let hasFaults: Bool
    /// Whether a read-only opener runs among the writer's changes.
    let hasReaders: Bool
    /// Whether the store keeps former states now and then.
    let keepsHistory: Bool
    /// Whether the entities have a full-text search, whose index is in files of its own.
    let hasSearches: Bool
    /// Whether objects are erased. With faults the model would not know how far an erase came, and
    /// a lying disk may bring back anything.
    let erases: Bool
    /// Whether the power is cut at every change of the disk, or only between the steps.
    let cutsAtEveryChange: Bool
    /// The average number of changes of the disk per end of the process.
    private(set) var endsProcessOnceIn: UInt64 = 12
    /// The weights of erases, of reverts, of undos and redos, and of forks among the steps.
    private(set) var historyWeights = [8, 5, 5, 0]
    /// The weight of backups among the steps; commits have 60, and most others together 50.
    private(set) var backupWeight = 4
    /// The number of images examined per moment, if it has more.
    let imagesPerPoint: Int
    /// The number of images of one seed after which fewer are examined per moment.
    let imagesMax: Int
    /// The number of images after which none are examined.
    let imagesLimit: Int

    /// Grouped commits, whose delay ends by the trial's own clock.
    private static let grouped = Durability.grouped(maxDelay: .milliseconds(10))

    var options: Database.Options {
        var options = Database.Options(
            createsStore: true, segmentSizeNominal: segmentSizeNominal, durability: durability)
        options.keepsReserve = keepsReserve
        options.maintenance = compactsInline ? .inline : .manual
        return options
    }

    /// - Parameters:
    ///   - isSmall: Whether the run is short, for tests that do many runs.
    ///   - goesBack: Whether most steps erase, revert or fork.
    init(
        _ random: inout SplitMix64, mutation: SyncMutation?, isSmall: Bool, goesBack: Bool
    ) {
        behaviour.mutation = mutation
        // A journal hides missing syncs, so mutations run without one.
        if mutation == nil, random.oneIn(4) { behaviour.ordering = .journaled }
        let failures = SyncFailure.allCases
        behaviour.syncFailure = failures[Int(random.next(upTo: UInt64(failures.count - 1)))]
        hasFaults = mutation == nil && random.oneIn(4)
        if mutation == nil, !hasFaults, random.oneIn(12) {
            behaviour.liesOnceIn = 2 + Int(random.next(upTo: 12))
        }
        isPowersafe = mutation != nil || hasFaults || !random.oneIn(12)
        hasReaders = mutation == nil && random.oneIn(3)
        segmentSizeNominal = 400 + Int(random.next(upTo: 1600))
        durability = random.oneIn(2) ? .durable : random.oneIn(2) ? .onClose : Self.grouped
        keepsReserve = random.oneIn(4)
        compactsInline = random.oneIn(3)
        keepsHistory = mutation == nil && random.oneIn(2)
        erases = mutation == nil && !hasFaults && behaviour.liesOnceIn == 0 && isPowersafe
        // The store itself does not notice mistakes in forks, so mutations run without them.
        historyWeights = [2, 5, 5, mutation == nil ? 1 : 0]
        if goesBack || mutation == nil && random.oneIn(16) { historyWeights = [40, 20, 20, 20] }
        behaviour.sharesFiles = mutation == nil && random.oneIn(2)
        steps = 8 + Int(random.next(upTo: isSmall ? 4 : 16))
        if case .late(.storeEntry, _) = mutation {
            // The mutation shows only if the process that makes the store ends between two calls.
            endsProcessOnceIn = 1
        }
        // The store itself does not notice mistakes in backups.
        let isOfBackups = mutation?.isOfBackups == true
        if isOfBackups { backupWeight = 100 }
        imagesPerPoint = isSmall || isOfBackups ? 3 : random.oneIn(8) ? 48 : 8
        imagesMax = isSmall || isOfBackups ? 150 : 4000
        // A few seeds would have hundreds of thousands, and keep a thread busy for minutes.
        imagesLimit = isSmall ? goesBack ? 1000 : 400 : 60_000
        hasSearches = mutation?.isOfSearches == true || random.oneIn(2)
        cutsAtEveryChange = true
    }

    /// Makes the plan of a script, on a disk that is honest unless a call fails.
    init(script: Int) {
        behaviour.syncFailure = SyncFailure.allCases[script % SyncFailure.allCases.count]
        hasFaults = false
        isPowersafe = true
        hasReaders = false
        segmentSizeNominal = 500 + 400 * script
        durability = [.durable, Self.grouped, .onClose][script % 3]
        keepsReserve = script % 2 == 1
        compactsInline = script == 3
        keepsHistory = script % 2 == 0
        hasSearches = true
        erases = false
        if script == 4 { historyWeights[3] = 30 }
        behaviour.sharesFiles = true
        steps = 14
        imagesPerPoint = 2
        imagesMax = 0
        imagesLimit = .max
        cutsAtEveryChange = false
    }

    /// Whether the disk keeps its promises, so that no opening may be refused.
    var isHonest: Bool { behaviour.liesOnceIn == 0 && isPowersafe }
}

extension Durability {
    /// Whether a commit is durable at the latest when a delay has ended.
    var isBounded: Bool { self != .onClose }
}
