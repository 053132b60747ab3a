internal import NacreFormat
internal import Synchronization

/// The size of the former records that the store keeps, by segment, as measured when a good part of
/// a segment had changed since the last time. Thread-safe.
final class KeptBytes: Sendable {
    /// The result of measuring a segment.
    struct Measure {
        /// The number of dead records at that time.
        let dead: Int
        let horizon: CommitNumber
        /// The size of the former records that are kept, in bytes.
        let bytes: Int
    }

    private let measures = Mutex<[SegmentNumber: Measure]>([:])

    subscript(segment: SegmentNumber) -> Int? { measures.withLock { $0[segment]?.bytes } }

    /// Returns the size in some segments, in bytes.
    func total(of segments: [Manifest.Segment], _ usage: StoreUsage) -> Int {
        let measures = measures.withLock { $0 }
        return segments.reduce(0) { sum, entry in
            guard let usage = usage[entry.number] else { return sum }
            let dead = CompactionPolicy.Segment(entry, usage).deadBytes
            return sum + (measures[entry.number]?.bytes ?? dead)
        }
    }

    /// Measures the segments that have changed, except those whose dead records are all kept: their
    /// size is known without a look at the records.
    /// - Parameter segments: The segments that are no longer written.
    func update(
        _ segments: [Manifest.Segment], _ settings: HistorySettings, _ version: Version,
        in directory: any StoreDirectory
    ) throws {
        let numbers = Set(segments.map(\.number))
        measures.withLock { $0 = $0.filter { numbers.contains($0.key) } }
        let horizon = settings.oldestHorizon(version.commit)
        let newest = settings.newestHorizon(version.commit)
        for segment in segments {
            if max(segment.purgedAsOf, segment.firstCommit) >= newest {
                measures.withLock { $0[segment.number] = nil }
                continue
            }
            guard let usage = version.usage[segment.number] else { continue }
            let former = measures.withLock { $0[segment.number] }
            if let former, former.horizon == horizon,
                usage.deadRecords - former.dead <= usage.records / 16
            {
                continue
            }
            let bytes = try Self.measure(segment, settings, version, in: directory)
            measures.withLock {
                $0[segment.number] = Measure(
                    dead: usage.deadRecords, horizon: horizon, bytes: bytes)
            }
        }
    }

    /// Returns the size of the former records of a segment that are kept. Of those that are older
    /// than the horizon, which only later segments show, it takes the share that is likely.
    private static func measure(
        _ segment: Manifest.Segment, _ settings: HistorySettings, _ version: Version,
        in directory: any StoreDirectory
    ) throws -> Int {
        do {
            // A mapping of its own: those of versions may be from before its end was written.
            let mapping = try directory.open(FileName.segment(segment.number), .reading)
                .map(Int(segment.length))
            return try mapping.read { try measure($0, segment, settings, version) }
        } catch let error as FileError {
            throw StoreError(error)
        } catch let error as FormatError {
            throw StoreError(
                error, file: "\(directory.path)/\(FileName.segment(segment.number))")
        }
    }

    private static func measure(
        _ view: ByteView, _ segment: Manifest.Segment, _ settings: HistorySettings,
        _ version: Version
    ) throws -> Int {
        var bytes = 0.0
        let newest = version.commit
        try SegmentRecords(view, segment, catalog: version.catalog).forEach { item in
            guard case .record(let record, let entity, let position, let run) = item,
                record.kind != .tombstone
            else { return }
            let number = EntityNumber(UInt16(truncatingIfNeeded: entity))
            let word = version.rows(of: number)[record.row.rawValue]
            if word == position.rawValue { return }
            let horizon = min(settings.horizon(of: number, newest: newest), newest)
            // A record that is dead now died after this commit.
            let alive = max(run.commit, segment.purgedAsOf)
            var share = 1.0
            if horizon > alive {
                share =
                    Double(newest.rawValue - horizon.rawValue)
                    / Double(max(1, newest.rawValue - alive.rawValue))
            }
            bytes += share * Double(record.paddedLength)
        }
        return Int(bytes)
    }
}
