internal import NacreEngine
internal import NacreFormat

/// A store on one simulated disk, from its opening on, beside the model of its expected content.
final class SimulatedSession {
    let plan: SimulationPlan
    let disk: SimulatedDisk
    let tally: SimulationTally
    /// The number of power cuts before this disk.
    let depth: Int
    var random: SplitMix64
    var database: Database?
    /// The content of the store at each commit, 0 being the empty store. The last one may be a
    /// commit whose outcome is unknown.
    var history: [ModelState]
    /// The histories before an opening showed less. If a device lied, all of it may appear again:
    /// the log may have another copy of a commit that was lost with its sector.
    private var formerHistories: [[ModelState]] = []
    /// The last commit that survives in any case; so do all before it.
    var acknowledged: Int
    /// The last commit of which all erases have left the disk. An opening that shows a commit may
    /// have finished its erase itself.
    var erased = 0
    /// The current activity, for the figures and for messages.
    var activity = Activity.opening {
        didSet { trail.append("\(activity) \(lastCommit)") }
    }
    /// The activities so far, each with the newest commit before it.
    private(set) var trail: [String] = []
    /// The number of commits that were missing when the store was opened. This may happen to those
    /// whose outcome a failure has left unknown.
    private(set) var takenBack = 0
    private var snapshots: [(snapshot: DatabaseSnapshot, commit: Int)] = []
    /// The store's own random numbers.
    private let environment: Environment
    /// The delayed work of the store.
    let timers = SimulatedTimers()
    /// The backup of the store, on another disk.
    var backup = SimulatedBackup()
    /// The fork that is being made, so that power cuts examine what they leave of it.
    var fork: SimulatedFork?

    enum Activity: String {
        case opening, commit, waiting, abort, closing, compaction, checkpoint, erase, revert,
            backup, fork, killed, failing
    }

    /// Makes a store that does not exist yet.
    init(
        _ plan: SimulationPlan, random: SplitMix64, _ tally: SimulationTally,
        fault: DiskFault? = nil
    ) {
        self.plan = plan
        self.tally = tally
        self.random = random
        depth = 0
        history = [ModelState(hasSearches: plan.hasSearches)]
        acknowledged = 0
        disk = SimulatedDisk(behaviour: plan.behaviour, keepsPoints: plan.cutsAtEveryChange)
        disk.set(fault)
        environment = .repeatable(seed: self.random.next(), after: timers.timer)
    }

    /// Continues with the files that a power cut, or the end of the process, has left of another
    /// session.
    init(
        _ disk: SimulatedDisk, of former: SimulatedSession, _ range: ClosedRange<Int>
    ) {
        plan = former.plan
        tally = former.tally
        depth = former.depth + 1
        random = SplitMix64(seed: former.random.next())
        history = Array(former.history[...range.upperBound])
        if !plan.isHonest { formerHistories = former.formerHistories + [former.history] }
        acknowledged = range.lowerBound
        erased = former.erased
        backup = former.backup
        self.disk = disk
        environment = .repeatable(seed: random.next(), after: timers.timer)
    }

    var lastCommit: Int { history.count - 1 }

    func run() throws {
        try attempt { try open() }
        for _ in 0..<plan.steps {
            if plan.hasReaders, random.oneIn(2) {
                try readBeside {
                    for _ in 0...random.next(upTo: 2) { try step() }
                }
            } else {
                try step()
            }
        }
        try attempt { try finish() }
    }

    /// Does work that a fault may hit. Then the fault ends, and the store continues.
    func attempt(_ body: () throws -> Void) throws {
        let before = lastCommit
        do { try body() } catch let error as StoreError {
            guard disk.hasFailed else { throw Wrong("\(activity): \(error)") }
            disk.mend()
            try goOn(after: error, before)
        }
    }

    // MARK: Opening

    /// Opens the store, checks its content, and cuts the power during the opening.
    func open() throws {
        activity = .opening
        // Without a power cut, reading returns exactly the written bytes.
        let settled = disk.isSettled
        let range = acknowledged...lastCommit
        let database = try openDatabase()
        guard let database else { return }
        guard let commit = try checkOpened(database, range) else { return kill() }
        takenBack += lastCommit - commit
        if !plan.isHonest, lastCommit > commit { formerHistories.append(history) }
        history.removeSubrange((commit + 1)...)
        // If a device lied, the schema may be a later one, and changes continue from it.
        if !plan.isHonest { try history[commit].adoptSchema(of: database.snapshot()) }
        // The opening may have lost pending changes, but nothing else.
        try cutPower(settled ? commit...commit : min(acknowledged, commit)...commit)
        acknowledged = commit
        erased = commit
        self.database = database
        disk.setObserver { [weak database] in
            (try? database?.snapshot()).map { Int($0.commit.rawValue) }
        }
        try cutPower(commit...commit)
    }

    /// - Returns: The commit that the store shows, or nil if the disk lied, and the reader met
    ///   damage under a checkpoint.
    private func checkOpened(
        _ database: Database, _ range: ClosedRange<Int>
    ) throws -> Int? {
        do {
            let snapshot = try database.snapshot()
            if !plan.isHonest { try takeUpHistory(of: snapshot) }
            let commit = try check(snapshot, range)
            try checkErased(commit)
            if random.oneIn(2) { try checkPast(database, commit) }
            return commit
        } catch let error as StoreError {
            guard !plan.isHonest, !disk.hasFailed, error.code == .corrupt, error.offset != nil
            else { throw error }
            tally.figures.refused += 1
            return nil
        }
    }

    /// Returns to a former history if it is the one that the store shows.
    private func takeUpHistory(of snapshot: DatabaseSnapshot) throws {
        let commit = Int(snapshot.commit.rawValue)
        func isShown(_ known: [ModelState]) throws -> Bool {
            guard known.count > commit else { return false }
            return try known[commit].difference(from: snapshot, isSchemaExact: false) == nil
        }
        if try isShown(history) { return }
        guard let former = try formerHistories.last(where: isShown) else { return }
        formerHistories.append(history)
        history = Array(former[...commit])
    }

    /// - Returns: The store, or nil if opening was refused and may be.
    private func openDatabase() throws -> Database? {
        do {
            let database = try Database(
                at: TestStore.path, options: plan.options, fileSystem: disk,
                environment: environment)
            tally.figures.opened += 1
            return database
        } catch let error as StoreError {
            if disk.hasFailed { throw error }
            guard !plan.isHonest, error.code == .corrupt || error.code == .storeNotFound else {
                throw Wrong("opening was refused: \(error)")
            }
            tally.figures.refused += 1
            return nil
        }
    }

    /// - Returns: The commit that a reader sees, whose content is as expected.
    @discardableResult
    func check(_ snapshot: DatabaseSnapshot, _ range: ClosedRange<Int>) throws -> Int {
        let commit = Int(snapshot.commit.rawValue)
        // If a device lied, any content that was once there is right.
        let range = plan.isHonest ? range : 0...lastCommit
        guard range.contains(commit) else {
            throw Wrong("commit \(commit) is there, \(range) are expected, \(activity)")
        }
        let difference = try history[commit].difference(
            from: snapshot, isSchemaExact: plan.isHonest)
        if let difference {
            throw Wrong("at commit \(commit): \(difference), \(activity)")
        }
        return commit
    }

    // MARK: End of a session

    /// Ends the process in its present state.
    func kill() {
        database = nil
        snapshots = []
        timers.drop()
        disk.kill()
    }

    func close() throws {
        activity = .closing
        do { try database?.close() } catch let error as StoreError {
            // Losses of a lying disk under a checkpoint are found by the check at the end.
            guard !plan.isHonest, !disk.hasFailed, error.code == .corrupt else { throw error }
            tally.figures.refused += 1
        }
        kill()
        try cutPower(acknowledged...lastCommit)
        acknowledged = lastCommit
        try cutPower(acknowledged...lastCommit)
    }

    private func finish() throws {
        try checkSnapshots()
        try close()
        try open()
        kill()
    }

    // MARK: Snapshots

    func hold() throws {
        guard let snapshot = try database?.snapshot() else { return }
        snapshots.append((snapshot, try check(snapshot, lastCommit...lastCommit)))
    }

    func release() {
        guard !snapshots.isEmpty else { return }
        snapshots.remove(at: Int(random.next(upTo: UInt64(snapshots.count - 1))))
    }

    func checkSnapshots() throws {
        for (snapshot, commit) in snapshots { try check(snapshot, commit...commit) }
    }
}

/// An error of the trial: an impossible state was reached.
struct Wrong: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
