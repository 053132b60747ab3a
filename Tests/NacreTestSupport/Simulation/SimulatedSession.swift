internal import NacreEngine
internal import NacreFormat

/// A store on one simulated disk, from its opening on, beside the model of what it must hold.
final class SimulatedSession {
    let plan: SimulationPlan
    let disk: SimulatedDisk
    let tally: SimulationTally
    /// Power cuts that came before this disk.
    let depth: Int
    var random: SplitMix64
    var database: Database?
    /// What the store holds at each commit, 0 being the empty store. The last one may be of a
    /// commit of which nobody knows whether it is there.
    var history: [ModelState]
    /// What the history was before an opening showed less. Where a device lied, all of it may be
    /// there again: of a commit that was lost with its sector, the log may have another copy.
    private var formerHistories: [[ModelState]] = []
    /// Every commit up to here survives whatever happens.
    var acknowledged: Int
    /// What is being done, for the figures and for messages.
    var activity = Activity.opening {
        didSet { trail.append("\(activity) \(lastCommit)") }
    }
    /// What was done, each with the newest commit before it.
    private(set) var trail: [String] = []
    /// How many commits were not there any more when the store was opened, as may be of those whose
    /// outcome a failure has left unknown.
    private(set) var takenBack = 0
    private var snapshots: [(snapshot: Snapshot, commit: Int)] = []
    /// Random numbers of the store's own.
    private let environment: Environment
    /// What the store has put off.
    let timers = SimulatedTimers()
    /// Of the store, on another disk.
    var backup = SimulatedBackup()

    enum Activity: String {
        case opening, commit, waiting, abort, closing, compaction, checkpoint, backup, killed,
            failing
    }

    /// A store that is not there yet.
    init(
        _ plan: SimulationPlan, random: SplitMix64, _ tally: SimulationTally,
        fault: DiskFault? = nil
    ) {
        self.plan = plan
        self.tally = tally
        self.random = random
        depth = 0
        history = [ModelState()]
        acknowledged = 0
        disk = SimulatedDisk(behaviour: plan.behaviour, keepsPoints: plan.cutsAtEveryChange)
        disk.set(fault)
        environment = .repeatable(seed: self.random.next(), after: timers.timer)
    }

    /// Goes on with what a power cut, or the end of the process, has left of another session.
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

    /// Does something that a fault may hit. Then the fault ends, and the store goes on.
    func attempt(_ body: () throws -> Void) throws {
        let before = lastCommit
        do { try body() } catch let error as StoreError {
            guard disk.hasFailed else { throw Wrong("\(activity): \(error)") }
            disk.mend()
            try goOn(after: error, before)
        }
    }

    // MARK: Opening

    /// Opens the store, checks what it shows, and cuts the power inside.
    func open() throws {
        activity = .opening
        // Without a power cut, what was written is what is read.
        let settled = disk.isSettled
        let range = acknowledged...lastCommit
        let database = try openDatabase()
        guard let database else { return }
        guard let commit = try checkOpened(database, range) else { return kill() }
        takenBack += lastCommit - commit
        if !plan.isHonest, lastCommit > commit { formerHistories.append(history) }
        history.removeSubrange((commit + 1)...)
        // Where a device lied, the schema may be a later one, which changes go on from.
        if !plan.isHonest { try history[commit].adoptSchema(of: database.snapshot()) }
        // While it was opened, what was pending may have been lost, but nothing else.
        try cutPower(settled ? commit...commit : min(acknowledged, commit)...commit)
        acknowledged = commit
        self.database = database
        disk.setObserver { [weak database] in
            (try? database?.snapshot()).map { Int($0.commit.rawValue) }
        }
        try cutPower(commit...commit)
    }

    /// - Returns: the commit that it shows; nil if the disk lied, and damage that a checkpoint
    ///   covers is told to the one who reads it.
    private func checkOpened(
        _ database: Database, _ range: ClosedRange<Int>
    ) throws -> Int? {
        do {
            let snapshot = try database.snapshot()
            if !plan.isHonest { try takeUpHistory(of: snapshot) }
            return try check(snapshot, range)
        } catch let error as StoreError {
            guard !plan.isHonest, !disk.hasFailed, error.code == .corrupt, error.offset != nil
            else { throw error }
            tally.figures.refused += 1
            return nil
        }
    }

    /// Goes back to a former history if that is the one that the store shows.
    private func takeUpHistory(of snapshot: Snapshot) throws {
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

    /// - Returns: nil if it was refused, and may be.
    private func openDatabase() throws -> Database? {
        do {
            let database = try Database(
                at: TestStore.path, options: plan.options, fileSystem: disk,
                environment: environment)
            tally.figures.opened += 1
            return database
        } catch let error as StoreError {
            if disk.hasFailed { throw error }
            guard !plan.isHonest, error.code == .corrupt || error.code == .notFound else {
                throw Wrong("opening was refused: \(error)")
            }
            tally.figures.refused += 1
            return nil
        }
    }

    /// - Returns: the commit that a reader sees; it holds what it should.
    @discardableResult
    func check(_ snapshot: Snapshot, _ range: ClosedRange<Int>) throws -> Int {
        let commit = Int(snapshot.commit.rawValue)
        // Where a device lied, anything that was there once is right.
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

    // MARK: Ending

    /// The process ends as it is.
    func kill() {
        database = nil
        snapshots = []
        timers.drop()
        disk.kill()
    }

    func close() throws {
        activity = .closing
        do { try database?.close() } catch let error as StoreError {
            // What a disk that lies has lost under a checkpoint is found by the check at the end.
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

/// Something that must not be.
struct Wrong: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
