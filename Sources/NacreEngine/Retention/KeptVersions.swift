internal import NacreFormat

/// Decides which former versions of objects a compaction keeps: those that a state after a horizon,
/// or a mark, shows.
struct KeptVersions {
    private let settings: HistorySettings
    private let history: RecordHistory
    private let newest: CommitNumber
    /// The positions of the records that the state at a horizon or at a mark shows, among those
    /// that are as old, ascending.
    private let shown: [Position]

    /// - Parameters:
    ///   - history: The history of the version that is compacted.
    ///   - victims: The segments that are rewritten.
    init(
        _ settings: HistorySettings, _ history: RecordHistory, in victims: [SegmentNumber]
    ) {
        self.settings = settings
        self.history = history
        newest = history.snapshot.commit
        var shown: Set<Position> = []
        for moment in settings.moments.sorted() where moment > .none && moment < newest {
            let keys = history.keys(in: victims, through: moment)
            shown.formUnion(history.positions(of: keys, at: moment))
        }
        self.shown = shown.sorted()
    }

    /// The newest commit at which no record is dead that the outputs hold.
    var purged: CommitNumber {
        let oldest = settings.oldestHorizon(newest)
        return settings.marks.first.map { min(oldest, CommitNumber($0.commit)) } ?? oldest
    }

    /// Returns whether to keep a record that is no longer current.
    func keeps(_ position: Position, entity: EntityNumber, of commit: CommitNumber) -> Bool {
        commit > settings.horizon(of: entity, newest: newest)
            || settings.isMarked(entity) && shown.containsSorted(position)
    }

    /// Returns the number of records of a segment to keep that are no longer current.
    /// - Parameter erased: Records that are not kept, whatever else holds.
    func count(in segment: SegmentNumber, without erased: ErasedRecords?) -> Int {
        let version = history.snapshot.version
        var count = 0
        history.forEachRecord(in: segment) { key, position, commit in
            let isLive = version.rows(of: key.entity)[key.row.rawValue] == position.rawValue
            guard !isLive, erased?.contains(position) != true else { return }
            if keeps(position, entity: key.entity, of: commit) { count += 1 }
        }
        return count
    }

    /// Returns whether an entity has former states, so that its tombstones are kept also if their
    /// rows have objects again.
    func keepsTombstones(of entity: EntityNumber) -> Bool { settings.isMarked(entity) }

    /// Returns whether to keep the number, time and author of a commit, even without records.
    func keepsCommit(_ commit: CommitNumber) -> Bool {
        commit >= settings.oldestHorizon(newest)
            || settings.marks.contains { $0.commit == commit.rawValue }
    }
}
