internal import NacreEngine
internal import NacreFormat

/// Cuts the power, and examines the result.
extension SimulatedSession {
    /// Cuts the power at every change of the disk since the last time, and now.
    /// - Parameter range: The commits that may then be the newest one.
    func cutPower(_ range: ClosedRange<Int>) throws {
        for point in disk.takePoints() {
            try cutPower(at: point, range)
        }
        // Once more now: all commits acknowledged meanwhile must be there.
        if depth == 0 { try cutPower(at: disk.point, range) }
    }

    private func cutPower(at point: SimulatedDisk.CrashPoint, _ range: ClosedRange<Int>) throws {
        guard tally.figures.images < plan.imagesLimit else { return }
        tally.figures.moments += 1
        // Every visible commit is durable: at every change of the disk, not only between steps.
        let shown = plan.durability == .durable ? point.published ?? 0 : 0
        let lower = min(max(range.lowerBound, shown), range.upperBound)
        let isEarly = depth == 0 && tally.figures.images < plan.imagesMax
        let isThorough = isEarly && random.oneIn(16)
        let few = plan.cutsAtEveryChange ? 3 : 2
        let cuts = PowerCuts(
            point.state, max: isEarly ? plan.imagesPerPoint : few,
            exhaustiveMax: isThorough ? 10 : isEarly ? 3 : 1, isPowersafe: plan.isPowersafe)
        if isEarly, random.oneIn(plan.endsProcessOnceIn) {
            try endProcess(at: point, lower...range.upperBound)
        }
        for fates in cuts.fates(&random) {
            let image = point.state.image(fates)
            do {
                try examine(image, lower...range.upperBound)
                try examineFork(image, at: point.call)
            } catch let error as Wrong {
                let lost = zip(point.state.pending, fates).filter { $0.1 != .kept }.map(\.0)
                throw Wrong(
                    "\(error) < power cut \(depth + 1) while \(activity.rawValue) at call"
                        + " \(point.call), lost \(lost.map(\.description)), left \(image)")
            }
        }
    }

    /// Ends the process in the middle of its work. The next process finds all written bytes, and
    /// only then the power is cut.
    private func endProcess(
        at point: SimulatedDisk.CrashPoint, _ range: ClosedRange<Int>
    ) throws {
        tally.figures.killed += 1
        let disk = SimulatedDisk(point.state, behaviour: plan.behaviour, keepsPoints: true)
        let session = SimulatedSession(disk, of: self, range)
        do {
            try session.open()
            if random.oneIn(3) { try session.step() }
            session.kill()
        } catch let error as Wrong {
            throw Wrong(
                "\(error) < process ended while \(activity.rawValue) at call \(point.call)")
        }
    }

    private func examine(_ image: CrashImage, _ range: ClosedRange<Int>) throws {
        tally.figures.images += 1
        let digest = image.digest
        if let known = tally.outcomes[digest] {
            guard let known, plan.isHonest, !range.contains(known) else { return }
            throw Wrong("commit \(known) is there, \(range) are expected")
        }
        count(image)
        try checkErased(in: image, history[min(range.lowerBound, erased)])
        let isDeepest = depth == Simulation.depthMax || !plan.cutsAtEveryChange
        // Opening goes on with an erase, which changes the disk very often.
        let isLong = activity == .erase || history[range.upperBound].isErasing
        let keepsPoints = !isDeepest && random.oneIn((depth == 0 ? 8 : 24) * (isLong ? 8 : 1))
        let disk = SimulatedDisk(image, behaviour: plan.behaviour, keepsPoints: keepsPoints)
        let session = SimulatedSession(disk, of: self, range)
        try session.open()
        tally.outcomes[digest] = .some(session.database == nil ? nil : session.lastCommit)
        try session.goOn(keepsPoints)
    }

    private func count(_ image: CrashImage) {
        guard !image.isBlank else { return }
        tally.figures.distinct += 1
        if depth > 0 || activity == .opening { tally.figures.inRecovery += 1 }
        if activity == .compaction { tally.figures.inCompaction += 1 }
        if activity == .checkpoint { tally.figures.inCheckpoint += 1 }
        if activity == .erase { tally.figures.inErase += 1 }
        if activity == .revert { tally.figures.inRevert += 1 }
        if activity == .fork { tally.figures.inFork += 1 }
    }

    /// Continues with a store that a power cut has left, after it was opened.
    private func goOn(_ keepsPoints: Bool) throws {
        guard database != nil else { return }
        if random.oneIn(16) { try checkIntegrity() }
        if random.oneIn(2) {
            kill()
            try open()
        }
        if keepsPoints, random.oneIn(24) {
            for _ in 0...random.next(upTo: 3) { try step() }
        }
        kill()
    }

    func checkIntegrity() throws {
        tally.figures.checked += 1
        let report = try IntegrityChecker(
            path: TestStore.path, isDeep: true, fileSystem: disk
        ).run()
        // The check may find losses of a lying disk that no other reader meets.
        guard report.isSound || !plan.isHonest else {
            throw Wrong("defects: \(report.defects)")
        }
    }
}
