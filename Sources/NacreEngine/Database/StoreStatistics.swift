package import NacreFormat
internal import NacreSearch

/// Facts about a store as a whole.
package struct StoreStatistics: Sendable {
    package let storeID: StoreID
    /// The id of the fork that the store is; nil if it is none.
    package let fork: StoreID?
    package let formatVersion: Int
    /// The manifest's generation, which each new manifest increments.
    package let generation: UInt64
    package let lastCommit: CommitNumber
    /// The time of that commit, in microseconds since 1970; nil in a store without commits.
    package let lastCommitTime: Int64?
    package let entities: [Entity]
    /// The full-text searches of all entities.
    package let searches: [Search]
    /// The segments in log order, the active one last.
    package let segments: [Segment]
    /// The checkpoint that the manifest names, if any.
    package let checkpoint: Checkpoint?
    /// The pins of former versions, and all snapshots with a label; oldest first.
    package let pins: [Pin]
    /// The size of removed segments that snapshots still hold, in bytes. They are deleted with the
    /// snapshots.
    package let pinnedBytes: Int
    /// The size of segments, in bytes, that compaction leaves alone because consumers read their
    /// commits.
    package let historyBytes: Int
    /// The size of the former records that the store keeps, in bytes, except those in the active
    /// segment. Partly an estimate. 0 without a history.
    package let keptBytes: Int
    /// The marks, oldest first.
    package let marks: [HistoryMark]
    package let compactions: CompactionCounters
    /// The error of the last turn of maintenance; nil if it succeeded.
    package let lastMaintenanceError: StoreError?

    package struct Entity: Sendable {
        package let name: String
        package let objects: Int
    }

    /// A full-text search, and its index.
    package struct Search: Sendable {
        /// The name of the entity.
        package let entity: String
        package let search: NamedSearch
        /// The index; nil while there is none, so that searches read all texts.
        package let index: Index?

        package struct Index: Sendable {
            /// The number of objects whose texts have a word.
            package let documents: Int
            /// The number of different words, counted for each run.
            package let terms: Int
            /// The number of pairs of a word and an object that has it.
            package let postings: Int
            /// The size of all runs, in bytes.
            package let size: Int
            /// The size of those that are in files, in bytes.
            package let savedSize: Int
            package let runs: Int
            /// The commit up to which the index covers all texts. A search adds what is newer.
            package let commit: CommitNumber
        }
    }

    package struct Segment: Sendable {
        package let number: SegmentNumber
        /// The ending; nil for the active segment.
        package let ending: Manifest.Ending?
        /// The size of the file, in bytes.
        package let fileSize: Int
        /// The range of commits in the manifest; nil for the active segment.
        package let commits: ClosedRange<UInt64>?
        /// A commit. No record in the segment was already dead at this commit. Nil for the active
        /// segment.
        package let purgedAsOf: CommitNumber?
        package let usage: SegmentUsage
    }

    /// The cache that opening the store begins with.
    package struct Checkpoint: Sendable {
        /// The name of the file.
        package let file: String
        /// The commit whose indexes it holds, and the file's size; nil if its header cannot be
        /// read.
        package let header: (commit: CommitNumber, size: Int)?
    }

    /// A version that snapshots hold.
    package struct Pin: Sendable {
        /// The label of the snapshot; nil if it has none.
        package let label: String?
        package let commit: CommitNumber
        /// The time, in microseconds since 1970, at which a snapshot with a label was taken;
        /// otherwise the time of the commit.
        package let since: Int64
        /// The size of segments, in bytes, that the version holds and the store no longer has.
        package let removedBytes: Int
    }

    /// The size of all segment files, in bytes.
    package var size: Int { segments.reduce(0) { $0 + $1.fileSize } }
    /// The size of current records, in bytes.
    package var liveBytes: Int { segments.reduce(0) { $0 + $1.usage.liveBytes } }
    package var tombstoneBytes: Int { segments.reduce(0) { $0 + $1.usage.tombstoneBytes } }
    /// All other bytes of the files: former versions, deleted objects, the overhead of frames, and
    /// room at the end of the active segment.
    package var deadBytes: Int { size - liveBytes - tombstoneBytes }
}

extension Database {
    package func statistics() throws -> StoreStatistics {
        let snapshot = try snapshot()
        let settings = try HistorySettings(snapshot)
        let manifest = try currentManifest()
        let usage = snapshot.version.usage
        let sealed = manifest.segments.map { entry in
            StoreStatistics.Segment(
                number: entry.number, ending: entry.ending,
                // A compaction may have just removed it.
                fileSize: (try? fileSize(FileName.segment(entry.number))) ?? Int(entry.length),
                commits: entry.firstCommit <= entry.lastCommit
                    ? entry.firstCommit.rawValue...entry.lastCommit.rawValue : nil,
                purgedAsOf: entry.purgedAsOf,
                usage: usage[entry.number] ?? SegmentUsage(entry.number))
        }
        let active = StoreStatistics.Segment(
            number: manifest.active, ending: nil,
            fileSize: try fileSize(FileName.segment(manifest.active)), commits: nil,
            purgedAsOf: nil, usage: usage[manifest.active] ?? SegmentUsage(manifest.active))
        let (pins, pinnedBytes) = pins(beside: snapshot.version)
        let hasCommits = snapshot.commit > CommitNumber(0)
        return StoreStatistics(
            storeID: manifest.storeID, fork: manifest.fork,
            formatVersion: Int(Format.version), generation: manifest.generation,
            lastCommit: snapshot.commit,
            lastCommitTime: hasCommits ? snapshot.time : nil,
            entities: try snapshot.catalog.all.filter { !$0.schema.isOwn }.map {
                StoreStatistics.Entity(
                    name: $0.schema.name, objects: try snapshot.count($0.schema.name))
            },
            searches: searches(of: snapshot), segments: sealed + [active],
            checkpoint: checkpoint(manifest), pins: pins,
            pinnedBytes: pinnedBytes, historyBytes: historyHolds.bytes(of: manifest.segments),
            keptBytes: settings.isKept
                ? try keptBytes(in: manifest, settings, snapshot.version) : 0,
            marks: settings.marks,
            compactions: maintenance.counters,
            lastMaintenanceError: maintenance.lastError)
    }

    private func searches(of snapshot: DatabaseSnapshot) -> [StoreStatistics.Search] {
        let bases = snapshot.version.context.searches
        return snapshot.catalog.all.flatMap { definition in
            zip(definition.searches, definition.schema.namedSearches).map { search, named in
                StoreStatistics.Search(
                    entity: definition.schema.name, search: named,
                    index: bases.base(of: search.identity).map(StoreStatistics.Search.Index.init))
            }
        }
    }

    private func checkpoint(_ manifest: Manifest) -> StoreStatistics.Checkpoint? {
        manifest.checkpoint.map { number in
            let file = try? CheckpointFile(number, in: directory, storeID: manifest.storeID)
            return StoreStatistics.Checkpoint(
                file: FileName.checkpoint(number),
                header: file.map { ($0.header.commit, $0.mapping.view.count) })
        }
    }

    /// Returns the pins of all versions except the newest one itself, and the size of the removed
    /// segments that they hold, in bytes.
    func pins(beside newest: Version) -> ([StoreStatistics.Pin], Int) {
        var pins: [StoreStatistics.Pin] = []
        var removed: [SegmentNumber: Int] = [:]
        for pin in newest.context.pins.all {
            let former = pin.usage.segments.filter { newest.usage[$0.number] == nil }
            let isFormer = pin.stamp < newest.stamp
            if isFormer { for segment in former { removed[segment.number] = segment.length } }
            let bytes = isFormer ? former.reduce(0) { $0 + $1.length } : 0
            pins += pin.labels.map {
                StoreStatistics.Pin(
                    label: $0.name, commit: pin.commit, since: $0.time, removedBytes: bytes)
            }
            guard pin.labels.isEmpty, isFormer else { continue }
            pins.append(
                StoreStatistics.Pin(
                    label: nil, commit: pin.commit, since: pin.time, removedBytes: bytes))
        }
        return (pins, removed.values.reduce(0, +))
    }
}

extension StoreStatistics.Search.Index {
    init(_ base: SearchBases.Base) {
        let state = base.state
        self.init(
            documents: state.documentCount, terms: state.termCount, postings: state.postingCount,
            size: state.byteCount,
            savedSize: state.runs.reduce(0) { $0 + ($1.file?.named.size ?? 0) },
            runs: state.runs.count, commit: base.snapshot.commit)
    }
}
