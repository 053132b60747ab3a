internal import NacreEngine
internal import NacreFormat

/// A backup of a simulated store, as a power cut after it leaves it on a disk of its own.
struct SimulatedBackup {
    static let path = "backup"

    var image = CrashImage()
    /// The newest commit in the backup, or nil until one is finished.
    var commit: Int?
}

/// Backups to another disk, beside the writer, with power cuts on the way.
extension SimulatedSession {
    /// Brings the backup to the present state, and examines all that a power cut may leave of it.
    func backUp() throws {
        // A store that a lying device has damaged is not backed up.
        guard let database, plan.isHonest,
            try recordCopy(.backup, SimulatedBackup.path, \.isBackupRecorded)
        else { return }
        activity = .backup
        tally.figures.backups += 1
        let disk = SimulatedDisk(
            backup.image, behaviour: plan.behaviour, keepsPoints: plan.cutsAtEveryChange)
        let target = lastCommit
        if plan.hasFaults, random.oneIn(2) { disk.set(randomFault(behind: disk.callCount)) }
        var isDone = true
        do {
            let report = try database.backup(
                to: SimulatedBackup.path, verifies: random.oneIn(2),
                keepsHistory: keepsHistoryInBackup(), files: disk
            ) { _, _ in try writeBeside() }
            try requireEqual(report.lastCommit, UInt64(target), "the commit that was backed up")
        } catch let error as StoreError {
            guard disk.hasFailed else { throw error }
            isDone = false
        }
        activity = .backup
        // A backup syncs the log first: it is never ahead of the store.
        if isDone { acknowledged = max(acknowledged, target) }
        try cutPower(acknowledged...lastCommit)
        backup = try cutPower(of: disk, target, isDone: isDone)
        try backUpAgain(backup)
    }

    /// Returns whether the next backup has the former states. Scripts and mutations have those
    /// backups that they always had.
    private func keepsHistoryInBackup() -> Bool {
        guard plan.cutsAtEveryChange, plan.behaviour.mutation == nil else { return true }
        return !random.oneIn(3)
    }

    /// Lets the store remember a copy, which takes a commit of its own the first time.
    /// - Returns: false if there was no room for it, or if this was the first time: a failing call
    ///   takes back a whole step, so the commit is a step of its own.
    func recordCopy(
        _ kind: StoreCopy.Kind, _ path: String, _ isRecorded: WritableKeyPath<ModelState, Bool>
    ) throws -> Bool {
        if history[lastCommit][keyPath: isRecorded] { return true }
        activity = .commit
        var next = history[lastCommit]
        next[keyPath: isRecorded] = true
        do {
            let isRecorded = try database?.recordCopy(
                kind, path: path, commit: CommitNumber(UInt64(lastCommit)),
                files: MemoryFileSystem())
            guard isRecorded == true else { return false }
        } catch {
            if (error as? StoreError)?.outcome != .notCommitted { history.append(next) }
            throw error
        }
        history.append(next)
        try cutPower(acknowledged...lastCommit)
        return false
    }

    /// Writes to the store between two copied pieces.
    func writeBeside() throws {
        // The changes that a failing call takes back must be a single step.
        guard !disk.isFailing, random.oneIn(4) else { return }
        switch random.next(upTo: 7) {
        case 0, 1: try compact()
        case 2: try erase()
        case 3: try revert()
        default: try commit()
        }
    }

    /// Cuts the power of the backup's disk at every change of the disk, and now.
    /// - Returns: The backup that the last cut leaves.
    private func cutPower(
        of disk: SimulatedDisk, _ target: Int, isDone: Bool
    ) throws -> SimulatedBackup {
        let isEarly = depth == 0 && tally.figures.images < plan.imagesMax
        let now = disk.point
        for point in disk.takePoints() + [now] {
            tally.figures.moments += 1
            let cuts = PowerCuts(
                point.state, max: isEarly ? plan.imagesPerPoint : 2,
                exhaustiveMax: isEarly ? 3 : 1)
            for fates in cuts.fates(&random) {
                let image = point.state.image(fates)
                do {
                    try examineBackup(image, target, isDone: isDone && point.call == now.call)
                } catch let error as Wrong {
                    let lost = zip(point.state.pending, fates).filter { $0.1 != .kept }.map(\.0)
                    throw Wrong(
                        "\(error) < power cut at call \(point.call) of a backup, former"
                            + " \(backup.commit.map(String.init) ?? "none"), new \(target), lost"
                            + " \(lost.map(\.description)), left \(image)")
                }
            }
        }
        var next = SimulatedBackup(image: now.state.durableImage)
        next.commit = try examineBackup(next.image, target, isDone: isDone)
        return next
    }

    /// - Parameter isDone: Whether the backup was finished, so that the new state must be there.
    /// - Returns: The commit that the backup opens at, or nil if it reports that it is unfinished.
    @discardableResult
    private func examineBackup(
        _ image: CrashImage, _ target: Int, isDone: Bool
    ) throws -> Int? {
        tally.figures.images += 1
        let range = (isDone ? target : min(backup.commit ?? target, target))...target
        let digest = image.digest
        if let known = tally.backups[digest] {
            let isRight = known.map(range.contains) ?? (backup.commit == nil && !isDone)
            guard isRight else { throw Wrong("commit \(known ?? -1), \(range) are expected") }
            return known
        }
        if !image.isBlank {
            tally.figures.distinct += 1
            tally.figures.inBackup += 1
        }
        let commit = try openBackup(image, range, isDone: isDone)
        tally.backups[digest] = .some(commit)
        if depth == 0, random.oneIn(4) {
            try backUpAgain(SimulatedBackup(image: image, commit: commit))
        }
        return commit
    }

    private func openBackup(
        _ image: CrashImage, _ range: ClosedRange<Int>, isDone: Bool
    ) throws -> Int? {
        let disk = SimulatedDisk(image, behaviour: plan.behaviour)
        let options = random.oneIn(2) ? Database.Options.readOnly : Database.Options()
        let restored: Database
        do {
            restored = try Database(
                at: SimulatedBackup.path, options: options, fileSystem: disk,
                environment: .repeatable())
        } catch let error as StoreError {
            guard backup.commit == nil, !isDone,
                error.code == .notAStore || error.code == .storeNotFound
            else { throw Wrong("the backup was refused: \(error)") }
            return nil
        }
        let commit = try check(restored.snapshot(), range)
        if random.oneIn(16) {
            let report = try IntegrityChecker(
                path: SimulatedBackup.path, isDeep: true, fileSystem: disk
            ).run()
            guard report.isSound else { throw Wrong("defects of a backup: \(report.defects)") }
        }
        return commit
    }

    /// Checks that the next backup completes any image that a power cut has left.
    private func backUpAgain(_ former: SimulatedBackup) throws {
        guard let database, !disk.isFailing,
            try recordCopy(.backup, SimulatedBackup.path, \.isBackupRecorded)
        else { return }
        let disk = SimulatedDisk(former.image, behaviour: plan.behaviour)
        do {
            _ = try database.backup(
                to: SimulatedBackup.path, verifies: false, keepsHistory: keepsHistoryInBackup(),
                files: disk)
            let restored = try Database(
                at: SimulatedBackup.path, options: .readOnly, fileSystem: disk)
            try check(restored.snapshot(), lastCommit...lastCommit)
        } catch let error as StoreError {
            throw Wrong("the next backup: \(error)")
        }
    }
}
