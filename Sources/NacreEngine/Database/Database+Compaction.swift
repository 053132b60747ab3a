internal import NacreFormat

/// Compacts with the one ``Compactor``: a whole store on demand, and a few segments at a time as
/// maintenance.
extension Database {
    // MARK: Compaction of the whole store

    /// Rewrites every segment that has dead records, a few at a time, so that only current records
    /// are left. Readers and the writer continue.
    /// - Parameters:
    ///   - progress: Called from time to time with the bytes processed so far and in total.
    ///   - isCancelled: Called between frames. Cancelling keeps finished work and throws
    ///     `cancelled`.
    package func compact(
        progress: (Int, Int) -> Void = { _, _ in }, isCancelled: () -> Bool = { false }
    ) throws -> CompactionReport {
        try checkNotChanging()
        return try maintainAlone {
            try withoutActuallyEscaping(progress) { progress in
                try withoutActuallyEscaping(isCancelled) { isCancelled in
                    try compactAll(progress, isCancelled)
                }
            }
        }
    }

    private func compactAll(
        _ progress: @escaping (Int, Int) -> Void, _ isCancelled: @escaping () -> Bool
    ) throws -> CompactionReport {
        var report = CompactionReport()
        report.sizeBefore = try withWriter { writer in
            try writer.checkSound()
            return try writer.compactionState(historyHolds, keptBytes).size
        }
        try raiseHorizons()
        let total = report.sizeBefore
        var done = 0
        let maintenance = maintenance
        let pace = Pace(isCancelled: { isCancelled() || maintenance.isCancelled }) { bytes in
            done += bytes
            progress(done, max(total, done))
        }
        // Segments that are no longer written come first: on a full disk that makes room for a new
        // segment.
        var copied = try compactWindows(pace)
        try withWriter { writer in
            try writer.checkSound()
            guard writer.log.active.hasCommit else { return }
            do throws(FileError) { try writer.roll() } catch { throw writer.recordFailure(error) }
        }
        copied.merge(try compactWindows(pace)) { $1 }
        let state = try withWriter { try $0.compactionState(historyHolds, keptBytes) }
        report.sizeAfter = state.size
        // Records that were copied twice count once.
        report.records = state.segments.reduce(0) {
            $0 + (copied[$1.entry.number] ?? 0)
        }
        return report
    }

    /// Compacts the groups of neighbours. Groups that a full disk has no room for are retried after
    /// the others, which may free some.
    /// - Returns: The number of records copied into each output.
    private func compactWindows(_ pace: Pace) throws -> [SegmentNumber: Int] {
        let windows = try withWriter { writer in
            let state = try writer.compactionState(historyHolds, keptBytes)
            return state.windows(upTo: maintenance.policy.mergedSizeMax(state))
        }
        var copied: [SegmentNumber: Int] = [:]
        func compactWindow(_ numbers: [SegmentNumber]) throws {
            guard let report = try compact(numbers, pace) else { return }
            copied.merge(report.outputs) { $1 }
        }
        var postponed: [[SegmentNumber]] = []
        for window in windows {
            let numbers = window.map(\.number)
            do { try compactWindow(numbers) } catch let error as StoreError {
                guard error.code == .diskFull else { throw error }
                postponed.append(numbers)
            }
        }
        // Segment by segment: there may be room for one but not for all at once.
        for numbers in postponed {
            for number in numbers { try compactWindow([number]) }
        }
        return copied
    }

    // MARK: Background steps

    /// Takes the step that the policy finds most worthwhile.
    /// - Returns: Whether it gained anything, so that another step may follow.
    package func compactStep() throws -> Bool {
        try checkNotChanging()
        return try maintainAlone {
            try raiseHorizons()
            var room = 0
            let numbers: [SegmentNumber]? = try withWriter { writer in
                try writer.checkSound()
                // Commits leave this to maintenance.
                rollIfFull(writer)
                let state = try writer.compactionState(historyHolds, keptBytes)
                room = maintenance.policy.room(in: state)
                switch maintenance.policy.nextStep(state) {
                case .compact(let range): return state.segments[range].map(\.entry.number)
                case .roll:
                    do throws(FileError) { try writer.roll() } catch {
                        throw writer.recordFailure(error)
                    }
                    return []
                case nil: return nil
                }
            }
            guard let numbers else { return false }
            if numbers.isEmpty { return true }
            guard let report = try compact(numbers, maintenance.pace(room: room)) else {
                return false
            }
            // If nothing is gained, the policy may be wrong about the segment, so this ends the
            // turn.
            return report.sizeAfter < report.sizeBefore
        }
    }

    /// Runs a compaction, a checkpoint or a build with exclusive access. If it finds a broken
    /// invariant, neither it nor a change writes anything from then on.
    func maintainAlone<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try maintenance.alone(body) } catch let error as StoreError {
            if error.code == .internal { try? withWriter { $0.stop(error) } }
            throw error
        }
    }

    func maintainInBackground() {
        guard maintenance.mode == .background, maintenance.isDue else { return }
        maintenance.schedule { [weak self] in self?.maintain() }
    }

    func maintainInline() {
        guard maintenance.isInline, maintenance.isDue else { return }
        maintenance.runInline { maintain() }
    }

    /// Runs one turn of maintenance.
    private func maintain() {
        do {
            while !maintenance.isCancelled, try compactStep() {}
            // After the compactions, which make a checkpoint void.
            if !maintenance.isCancelled { try checkpointIfDue() }
            maintenance.succeeded()
        } catch {
            maintenance.failed(error)
        }
    }

    // MARK: Compaction of some segments

    /// Rewrites the segments at some indices of the manifest, whether or not it is worthwhile.
    package func compact(segments range: Range<Int>) throws {
        try checkNotChanging()
        try maintainAlone {
            let numbers = try withWriter { $0.log.manifest.segments.map(\.number) }
            let victims = numbers[range.clamped(to: numbers.indices)]
            if !victims.isEmpty { _ = try compact(Array(victims), maintenance.pace()) }
        }
    }

    /// Rewrites a segment without some of its records, current or not.
    func rewrite(_ number: SegmentNumber, without erased: ErasedRecords) throws {
        for _ in 0..<2 {
            if try compact([number], maintenance.pace(), without: erased) != nil { return }
            // A newer version is waiting for its commit to become durable.
            try sync()
        }
        throw StoreError(.io, "A segment could not be rewritten now.", file: path)
    }

    /// Rewrites neighbouring segments.
    /// - Parameter erased: Records that are left out, although they may be kept or even current.
    /// - Returns: nil if the store has changed so that they cannot be rewritten now.
    private func compact(
        _ numbers: [SegmentNumber], _ pace: Pace, without erased: ErasedRecords? = nil
    ) throws -> CompactionReport? {
        if let blocks = checkpointBlocks, numbers.contains(where: blocks.covers) {
            // Blocks that may be damaged would keep the removed segments, and their disk space,
            // alive.
            try blocks.checkAll()
        }
        guard let (version, manifest) = try durableVersionOfManifest() else { return nil }
        let victims = manifest.segments.filter { numbers.contains($0.number) }
        guard victims.count == numbers.count,
            victims.allSatisfy({
                $0.lastCommit <= version.commit && version.usage[$0.number] != nil
            })
        else { return nil }
        let compactor = Compactor(
            access: self, directory: directory, victims: victims,
            others: manifest.segments.filter { !numbers.contains($0.number) }, version: version,
            kept: try keptVersions(of: version, in: numbers), erased: erased,
            environment: environment, pace: pace)
        let report: CompactionReport
        do { report = try compactor.run() } catch let error as StoreError {
            // The reserve exists for this. It can be used once.
            guard error.code == .diskFull, try withWriter({ $0.releaseReserve() }) else {
                throw error
            }
            report = try compactor.run()
        }
        maintenance.count(report)
        try withWriter { $0.log.fillReserve() }
        return report
    }

    /// Returns a durable version whose rows lead to the present places of the records, with the
    /// manifest. A version from before an earlier compaction would make live records look dead. Nil
    /// if there is none now.
    private func durableVersionOfManifest() throws -> (Version, Manifest)? {
        for isLast in [false, true] {
            let version = try durableVersion()
            let manifest = try withWriter { $0.log.manifest }
            let known = Set(manifest.segments.map(\.number) + [manifest.active])
            if version.usage.segments.allSatisfy({ known.contains($0.number) }) {
                return (version, manifest)
            }
            // A newer version is waiting for its commit to become durable.
            if !isLast { try sync() }
        }
        return nil
    }
}

extension Writer {
    /// Releases the disk space that the store reserves for a full disk.
    /// - Returns: Whether there was any, and the store is not poisoned.
    fileprivate func releaseReserve() -> Bool { poison == nil && log.reserve.release() }

    /// Returns the store's state for the policy.
    /// - Parameter kept: The size of the former records that are kept, by segment.
    func compactionState(
        _ holds: HistoryHolds, _ kept: KeptBytes
    ) throws -> CompactionPolicy.State {
        let empty = SegmentUsage(SegmentNumber(0))
        let hasHistory = catalog[Format.historyEntity] != nil
        let settings =
            try hasHistory
            ? HistorySettings(DatabaseSnapshot(version: newestVersion())) : HistorySettings()
        let horizon = settings.oldestHorizon(lastCommit)
        var segments = log.manifest.segments.map { entry in
            var segment = CompactionPolicy.Segment(entry, usage[entry.number] ?? empty)
            segment.excess = log.excess(of: entry.number)
            if settings.isKept {
                segment.former = CompactionPolicy.Former(
                    bytes: kept[entry.number] ?? segment.deadBytes,
                    isAllKept: max(entry.purgedAsOf, entry.firstCommit) >= horizon)
            }
            return segment
        }
        holds.mark(&segments)
        let activeLength = log.active.cursor.offset
        let activeLiveBytes = usage[log.active.number]?.liveBytes ?? 0
        return CompactionPolicy.State(
            segments: segments, activeLength: activeLength,
            // What is still in the active segment is looked at once that has ended.
            activeLiveBytes: settings.isKept ? activeLength : activeLiveBytes,
            nominalSize: nominalSize, emptySize: CompactedSegment.emptySize(catalog))
    }
}
