internal import NacreFormat

/// Compaction by one and the same ``Compactor``: a whole store's on demand, and a few segments' at
/// a time as maintenance.
extension Database {
    // MARK: All of it

    /// Rewrites every segment in which something is dead, a few at a time, so that only what is
    /// current is left. Readers and the writer go on.
    /// - Parameters:
    ///   - progress: called now and then with the bytes gone through so far and in all.
    ///   - isCancelled: asked between frames. Cancelling keeps what was done and throws
    ///     `cancelled`.
    package func compact(
        progress: (Int, Int) -> Void = { _, _ in }, isCancelled: () -> Bool = { false }
    ) throws -> CompactionReport {
        try checkNotChanging()
        return try maintenance.alone {
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
            return writer.compactionState(historyHolds).size
        }
        let total = report.sizeBefore
        var done = 0
        let maintenance = maintenance
        let pace = Pace(isCancelled: { isCancelled() || maintenance.isCancelled }) { bytes in
            done += bytes
            progress(done, max(total, done))
        }
        // What is written no more goes first: on a full disk that makes the room for a new segment.
        var copied = try compactWindows(pace)
        try withWriter { writer in
            try writer.checkSound()
            guard writer.log.active.hasCommit else { return }
            do throws(FileError) { try writer.roll() } catch { throw writer.recordFailure(error) }
        }
        copied.merge(try compactWindows(pace)) { $1 }
        let state = try withWriter { $0.compactionState(historyHolds) }
        report.sizeAfter = state.size
        // Copies of copies count once.
        report.records = state.segments.reduce(0) {
            $0 + (copied[$1.entry.number] ?? 0)
        }
        return report
    }

    /// Those that a full disk has no room for come again behind the others, which may free some.
    /// - Returns: how many records were copied into each output.
    private func compactWindows(_ pace: Pace) throws -> [SegmentNumber: Int] {
        let windows = try withWriter { writer in
            let state = writer.compactionState(historyHolds)
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
        // One by one, for which there may be room where there is none for all at once.
        for numbers in postponed {
            for number in numbers { try compactWindow([number]) }
        }
        return copied
    }

    // MARK: A step

    /// Does what the policy finds most worth doing.
    /// - Returns: whether anything was gained, so that there may be more.
    package func compactStep() throws -> Bool {
        try checkNotChanging()
        return try maintenance.alone {
            var room = 0
            let numbers: [SegmentNumber]? = try withWriter { writer in
                try writer.checkSound()
                // What commits have left to it.
                rollIfFull(writer)
                let state = writer.compactionState(historyHolds)
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
            // Where nothing is gained, the policy may be wrong about the segment: not again now.
            return report.sizeAfter < report.sizeBefore
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

    /// One turn of maintenance.
    private func maintain() {
        do {
            while !maintenance.isCancelled, try compactStep() {}
            // Afterwards: a compaction makes a checkpoint void.
            if !maintenance.isCancelled { try checkpointIfDue() }
            maintenance.succeeded()
        } catch {
            maintenance.failed(error)
        }
    }

    // MARK: Neighbours

    /// Rewrites the segments at some places of the manifest, whether or not it is worth it.
    package func compact(segments range: Range<Int>) throws {
        try checkNotChanging()
        try maintenance.alone {
            let numbers = try withWriter { $0.log.manifest.segments.map(\.number) }
            let victims = numbers[range.clamped(to: numbers.indices)]
            if !victims.isEmpty { _ = try compact(Array(victims), maintenance.pace()) }
        }
    }

    /// Rewrites neighbouring segments.
    /// - Returns: nil if the store has changed meanwhile so that they cannot be now.
    private func compact(
        _ numbers: [SegmentNumber], _ pace: Pace
    ) throws -> CompactionReport? {
        if let blocks = checkpointBlocks, numbers.contains(where: blocks.covers) {
            // For blocks that may be damaged, segments that go would keep their room on the disk.
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
            environment: environment, pace: pace)
        let report: CompactionReport
        do { report = try compactor.run() } catch let error as StoreError {
            // The room that is kept for this, once.
            guard error.code == .diskFull, try withWriter({ $0.releaseReserve() }) else {
                throw error
            }
            report = try compactor.run()
        }
        maintenance.count(report)
        try withWriter { $0.log.fillReserve() }
        return report
    }

    /// A durable version whose rows lead to where the records are now, and the manifest. One from
    /// before an earlier compaction would make live records look dead.
    private func durableVersionOfManifest() throws -> (Version, Manifest)? {
        for isLast in [false, true] {
            let version = try durableVersion()
            let manifest = try withWriter { $0.log.manifest }
            let known = Set(manifest.segments.map(\.number) + [manifest.active])
            if version.usage.segments.allSatisfy({ known.contains($0.number) }) {
                return (version, manifest)
            }
            // A newer one waits for its commit to be durable.
            if !isLast { try sync() }
        }
        return nil
    }
}

extension Writer {
    /// Gives up the room that the store holds for a full disk.
    /// - Returns: whether there was any, and the store is not poisoned.
    fileprivate func releaseReserve() -> Bool { poison == nil && log.reserve.release() }

    /// The store, as the policy sees it.
    func compactionState(_ holds: HistoryHolds) -> CompactionPolicy.State {
        let empty = SegmentUsage(SegmentNumber(0))
        var segments = log.manifest.segments.map { entry in
            var segment = CompactionPolicy.Segment(entry, usage[entry.number] ?? empty)
            segment.excess = log.excess(of: entry.number)
            return segment
        }
        holds.mark(&segments)
        return CompactionPolicy.State(
            segments: segments,
            activeLength: log.active.cursor.offset,
            activeLiveBytes: usage[log.active.number]?.liveBytes ?? 0, nominalSize: nominalSize,
            emptySize: CompactedSegment.emptySize(catalog))
    }
}
