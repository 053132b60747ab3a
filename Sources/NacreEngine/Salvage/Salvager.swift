internal import NacreFormat

/// Copies the readable content of a damaged store into a new one, and reports the losses. The
/// source is only read: no lock, no byte changed, no manifest needed. If a writer is at work on it,
/// the salvage reads a state that it had.
///
/// Among the versions of a row, the readable one with the highest commit is kept; tombstones count.
/// The new store is written like any other, so it is sound no matter what the old one holds.
package struct Salvager {
    private let source: String
    private let destination: String
    private let sourceFiles: any FileSystem
    private let files: any FileSystem

    /// Prepares a salvage.
    /// - Parameters:
    ///   - source: The damaged store's directory.
    ///   - destination: The new store's directory, which must be empty or not exist.
    package init(
        from source: String, to destination: String,
        sourceFiles: any FileSystem = POSIXFileSystem(), files: any FileSystem = POSIXFileSystem()
    ) {
        self.source = source
        self.destination = destination
        self.sourceFiles = sourceFiles
        self.files = files
    }

    /// Runs the salvage.
    /// - Parameters:
    ///   - progress: Called with the work done so far and in total. An error it throws ends the
    ///     salvage and leaves nothing at the destination.
    ///   - making: Calls its argument, which begins the new store, before the damaged one is read.
    ///     The caller can keep a reference to the new store.
    ///   - written: Called when the new store is written and checked, before it becomes a store, so
    ///     that the list of losses can be saved before the store is used.
    /// - Throws: An error if there is nothing to salvage, a file cannot be read for lack of
    ///   permission, the destination is not empty, or it cannot be written. Damage alone never
    ///   causes an error.
    package func run(
        progress: (Int, Int) throws -> Void = { _, _ in },
        making: (() throws -> NewStore) throws -> NewStore = { try $0() },
        written: (SalvageReport) throws -> Void = { _ in }
    ) throws -> SalvageReport {
        do {
            let directory = try sourceFiles.openDirectory(source, creating: false)
            try checkDestination()
            // Claimed before anything is read, so that no other process creates a store there
            // meanwhile.
            let store = try making { try NewStore(at: destination, in: files) }
            return try store.finishing {
                let report = try salvage(directory, into: store, progress)
                try written(report)
                return report
            }
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    /// Returns the store's files. Since a writer may be at work, problems count only if they
    /// persist.
    private func source(in directory: any StoreDirectory) throws -> SalvageSource {
        var rereading = Rereading(directory)
        var source = try SalvageSource(directory)
        var former: [String]?
        while !source.problems.isEmpty, rereading.isWorthwhile(isSame: source.problems == former) {
            former = source.problems
            source = try SalvageSource(directory)
        }
        return source
    }

    /// Checks the destination.
    /// - Throws: `notAStore` if the destination is inside the damaged store, by whatever path.
    package func checkDestination() throws(StoreError) {
        let isWithin: Bool
        do { isWithin = try files.isPath(destination, within: source) } catch {
            throw StoreError(error)
        }
        guard !isWithin else {
            throw StoreError(
                .notAStore,
                "The new store cannot be made in the damaged one, which is never changed. Choose"
                    + " another path.",
                file: destination)
        }
    }

    private func salvage(
        _ directory: any StoreDirectory, into store: NewStore,
        _ progress: (Int, Int) throws -> Void
    ) throws -> SalvageReport {
        let source = try self.source(in: directory)
        var report = SalvageReport()
        report.problems = source.problems
        report.notes = source.notes
        let total = 2 * max(1, source.segments.reduce(0) { $0 + $1.bytes.view.count })
        let rescues = try rescue(source, &report) { try progress($0, total) }
        let content = SalvagedContent(rescues)
        report.problems += content.problems
        for (layout, count) in content.unknownLayouts.sorted(by: { $0.key < $1.key }) {
            report.problems.append(
                "\(count.counted("record")) of layout \(layout) cannot be read: the layout is in no"
                    + " segment")
        }
        let segments = SegmentSet(source.segments.map { MappedSegment($0.number, $0.bytes) })
        let reader = SalvagedReader(content: content, segments: segments)
        var writer = SalvageWriter(
            reader: reader, destination: destination, files: store.fileSystem, report: report)
        try writer.run { try progress(total / 2 + Int(Double(total / 2) * $0), total) }
        var outcome = writer.report
        let witness = CheckpointWitness(source.manifest, rescues, in: directory)
        outcome.lost += witness?.lost(besides: content) ?? []
        return outcome
    }

    // MARK: Reading the segments

    private func rescue(
        _ source: SalvageSource, _ report: inout SalvageReport, _ progress: (Int) throws -> Void
    ) throws -> [SegmentRescue] {
        var rescues: [SegmentRescue] = []
        var done = 0
        func run(_ segments: [SalvageSource.Segment]) throws {
            for segment in segments {
                var rescue = SegmentRescue(
                    name: segment.name, number: segment.number, mayBeTorn: segment.mayBeTorn,
                    commitBefore: segment.header?.lastCommitBefore ?? CommitNumber(0))
                try segment.bytes.read { view in
                    let cursor =
                        segment.header.map { FrameCursor(behind: $0, in: view) }
                        ?? FrameCursor(
                            behindDamagedHeaderOf: segment.number, in: source.storeID)
                    guard view.count >= cursor.offset else { return }
                    try rescue.run(view, from: cursor) { try progress(done + $0) }
                }
                done += segment.bytes.view.count
                rescues.append(rescue)
            }
        }
        try run(source.segments.filter(\.isNamed))
        // Segments that the manifest does not name, left by a crash, are useful only if something
        // is missing.
        let others = source.segments.filter { !$0.isNamed }
        if !source.problems.isEmpty || !rescues.allSatisfy(\.isSound) { try run(others) }
        let replaced = replaced(by: rescues, in: source)
        rescues.removeAll { replaced.contains($0.number) }
        for rescue in rescues { note(rescue, &report) }
        return rescues
    }

    /// Returns the segments from which a compaction has copied all needed records. Its outputs were
    /// published, or at least finished, and all of them are undamaged.
    private func replaced(
        by rescues: [SegmentRescue], in source: SalvageSource
    ) -> Set<SegmentNumber> {
        let named = Set(source.segments.lazy.filter(\.isNamed).map(\.number))
        var replaced: Set<SegmentNumber> = []
        var needed: Set<SegmentNumber> = []
        for rescue in rescues where named.contains(rescue.number) {
            if rescue.isSound && rescue.isSealed {
                replaced.formUnion(rescue.replaced)
            } else {
                needed.formUnion(rescue.replaced)
            }
        }
        return replaced.subtracting(needed)
    }

    private func note(_ rescue: SegmentRescue, _ report: inout SalvageReport) {
        for range in rescue.lostRanges {
            report.lostRanges.append(
                SalvageReport.LostRange(
                    file: rescue.name, offset: range.lowerBound, count: range.count))
        }
        if rescue.isNewer {
            report.problems.append("\(rescue.name) needs a newer version of this software")
        }
        if rescue.tornBytes > 0 {
            report.notes.append(
                "\(rescue.name) ends in \(rescue.tornBytes.counted("byte")) of an unfinished"
                    + " commit, which was never part of the data")
        }
    }
}
