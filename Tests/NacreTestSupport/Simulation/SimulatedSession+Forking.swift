internal import NacreEngine
internal import NacreFormat

/// A fork that a simulated store makes in the second directory of its disk.
struct SimulatedFork {
    let commit: Int
    /// The content at the commit, as the store shows it when the fork begins.
    let content: ModelState
    /// The number of calls of the disk after which the fork must be there, or nil while it is made.
    var doneAt: Int?
}

/// Forks of the present state and of former ones, beside the writer. The power is cut for both
/// stores at once, because they share files.
extension SimulatedSession {
    func makeFork() throws {
        guard let database, plan.isHonest,
            try recordCopy(.fork, SimulatedDisk.forkPath, \.isForkRecorded)
        else { return }
        activity = .fork
        // A finished fork is not replaced, and an unfinished one is.
        if isForkThere || random.oneIn(2) { disk.dropFork() }
        let (target, commit) = (lastCommit, commitToFork())
        fork = SimulatedFork(commit: commit, content: seen(commit, from: target))
        defer { fork = nil }
        let last: UInt64
        do {
            last = try database.fork(
                at: CommitNumber(UInt64(commit)), to: SimulatedDisk.forkPath,
                verifies: random.oneIn(4), files: disk,
                progress: { _, _ in try writeBeside() }
            ).lastCommit
        } catch let error as StoreError {
            activity = .fork
            try cutPower(acknowledged...lastCommit)
            guard error.code == .historyGone, !isPromised(commit) else { throw error }
            return
        }
        activity = .fork
        tally.figures.forks += 1
        fork?.doneAt = disk.callCount
        // A fork syncs the log first: it is never ahead of the store.
        acknowledged = max(acknowledged, target)
        try cutPower(acknowledged...lastCommit)
        try goOnInFork(last)
        disk.dropFork()
    }

    /// Whether the second directory has a finished fork.
    private var isForkThere: Bool {
        disk.point.state.shown.names[DiskDirectory.fork.place(FileName.manifest)] != nil
    }

    private func commitToFork() -> Int {
        let model = history[lastCommit]
        return switch random.next(upTo: 3) {
        case 0: lastCommit
        case 1: Int(random.next(upTo: UInt64(lastCommit)))
        case 2: model.mark ?? lastCommit
        default: lastCommit - Int(random.next(upTo: UInt64(lastCommit - (model.keptFrom ?? 0))))
        }
    }

    /// Whether the state of a commit must be readable.
    private func isPromised(_ commit: Int) -> Bool {
        let model = history[lastCommit]
        return commit == lastCommit || commit == model.mark
            || model.keptFrom.map { commit >= $0 } ?? false
    }

    // MARK: Power cuts

    /// Checks what a power cut has left of the fork that is being made: nothing that is taken for a
    /// store, or all of it.
    /// - Parameter call: The number of calls of the disk before the power cut.
    func examineFork(_ image: CrashImage, at call: Int) throws {
        guard let fork else { return }
        let digest = image.alone(.fork).digest
        let isThere = try tally.forks[digest] ?? openFork(image, fork)
        tally.forks[digest] = isThere
        if let doneAt = fork.doneAt, call >= doneAt, !isThere {
            throw Wrong("the fork of commit \(fork.commit) is gone")
        }
    }

    /// - Returns: Whether the fork is there.
    private func openFork(_ image: CrashImage, _ fork: SimulatedFork) throws -> Bool {
        let disk = SimulatedDisk(image, behaviour: plan.behaviour)
        do {
            let options = random.oneIn(2) ? Database.Options.readOnly : Database.Options()
            let database = try Database(
                at: SimulatedDisk.forkPath, options: options, fileSystem: disk,
                environment: .repeatable())
            try check(database, fork)
        } catch let error as StoreError {
            guard error.code == .notAStore || error.code == .storeNotFound else {
                throw Wrong("the fork of commit \(fork.commit) was refused: \(error)")
            }
            if depth == 0, random.oneIn(8) { try forkAgain(to: disk, fork.commit) }
            return false
        }
        if random.oneIn(16) {
            let report = try IntegrityChecker(
                path: SimulatedDisk.forkPath, isDeep: true, fileSystem: disk
            ).run()
            guard report.isSound else { throw Wrong("defects of a fork: \(report.defects)") }
        }
        return true
    }

    private func check(_ database: Database, _ fork: SimulatedFork) throws {
        let snapshot = try database.snapshot()
        // Former states have the present schemas.
        let difference = try fork.content.difference(from: snapshot, isSchemaExact: false)
        // Two more commits finish an erase and change settings of the history.
        guard difference == nil, 0...2 ~= Int(snapshot.commit.rawValue) - fork.commit else {
            throw Wrong(
                "the fork of commit \(fork.commit) is at \(snapshot.commit): \(difference ?? "")")
        }
    }

    /// Checks that the next fork takes the place of an unfinished one.
    private func forkAgain(to disk: SimulatedDisk, _ commit: Int) throws {
        guard let database, !self.disk.isFailing, !self.disk.hasFailed else { return }
        do {
            _ = try database.fork(
                at: CommitNumber(UInt64(commit)), to: SimulatedDisk.forkPath, files: disk)
            let again = SimulatedFork(commit: commit, content: seen(commit, from: lastCommit))
            try check(
                Database(at: SimulatedDisk.forkPath, options: .readOnly, fileSystem: disk), again)
        } catch let error as StoreError {
            guard error.code == .historyGone, !isPromised(commit) else {
                throw Wrong("the next fork: \(error)")
            }
        }
    }

    // MARK: Going on

    /// Goes on in the fork, alone or beside the store.
    /// - Parameter last: The newest commit of the fork.
    private func goOnInFork(_ last: UInt64) throws {
        guard let fork, !disk.isFailing, !disk.hasFailed else { return }
        do {
            if random.oneIn(2) {
                try change(fork)
            } else if last == fork.commit {
                try goOnAlone(fork)
            }
        } catch {
            throw Wrong("\(error) < in the fork of commit \(fork.commit)")
        }
    }

    /// Changes the fork, and checks that the store does not change with the files that they share.
    private func change(_ former: SimulatedFork) throws {
        fork = nil
        var content = former.content
        let changed = try Database(
            at: SimulatedDisk.forkPath, options: plan.options, fileSystem: disk,
            environment: .repeatable(seed: random.next()))
        try content.adoptSchema(of: changed.snapshot())
        for _ in 0...random.next(upTo: 2) {
            try changed.performChanges { changes in
                if content.entities.isEmpty { try content.define("A", in: changes) }
                for _ in 0...2 { try changeOne(&content, changes) }
            }
            if random.oneIn(2) { _ = try changed.compact() }
        }
        if let difference = try content.difference(from: changed.snapshot()) {
            throw Wrong(difference)
        }
        try changed.close()
        try cutPower(acknowledged...lastCommit)
        if let database { try check(database.snapshot(), lastCommit...lastCommit) }
    }

    /// Goes on in a copy of the fork, as in any other store.
    private func goOnAlone(_ fork: SimulatedFork) throws {
        let (own, newest) = (history[fork.commit], history[lastCommit])
        // In other forks, what is kept and what can be undone differs from what was then.
        guard depth == 0, own.keptFrom == newest.keptFrom, own.mark == newest.mark,
            own.erasures.count == newest.erasures.count
        else { return }
        let image = disk.point.state.durableImage.alone(.fork)
        let session = SimulatedSession(
            SimulatedDisk(image, behaviour: plan.behaviour, keepsPoints: plan.cutsAtEveryChange),
            of: self, fork.commit...fork.commit)
        let database = try Database(
            at: SimulatedDisk.forkPath, options: .readOnly, fileSystem: disk)
        try session.history[fork.commit].adoptSchema(of: database.snapshot())
        session.backup = SimulatedBackup()
        session.erased = min(erased, fork.commit)
        try session.open()
        for _ in 0...random.next(upTo: 2) { try session.step() }
        session.kill()
    }
}
