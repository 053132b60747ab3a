internal import NacreFormat
public import NacreEngine

extension Store {
    /// The store's size and its parts, the snapshots that hold former states, and the work of
    /// maintenance.
    /// - Throws: `closed`, `corrupt`, `io`.
    public var statistics: Statistics {
        get throws(StoreError) {
            Statistics(try StoreError.typed { try database.statistics() })
        }
    }

    /// Facts about a store at one moment. Sizes are in bytes.
    public struct Statistics: Sendable {
        /// The newest commit's number; 0 before the first.
        public let commitNumber: UInt64
        /// The size of all segment files.
        public let size: Int
        /// The size of the current records.
        public let liveBytes: Int
        /// The size of the records of deleted objects, which are kept until nothing older is left
        /// of the objects.
        public let tombstoneBytes: Int
        /// The size of everything else: former versions, deleted objects, the format's overhead,
        /// and free space at the end of the segment that is being written. Without ``keptBytes``,
        /// compaction keeps this at no more than the live bytes, plus 8 MiB, plus twice the 32
        /// bytes that each commit takes in a segment.
        public let deadBytes: Int
        /// The size of removed files that snapshots still hold; they are freed with the snapshots.
        public let pinnedBytes: Int
        /// The size of files that compaction leaves as they are because a reader of the history has
        /// not passed their commits yet: at most 256 MiB. A reader that falls further back gets
        /// `historyGone`.
        public let historyBytes: Int
        /// The size of the former versions that the store's history keeps, except those in the
        /// segment that is being written. Where a segment also holds versions that may go, it is an
        /// estimate. 0 for a store without a history. The dead bytes include it.
        public let keptBytes: Int
        /// The segments in the order of the log; the last one is being written.
        public let segments: [Segment]
        /// The full-text searches of all entities.
        public let searches: [Search]
        /// The former states that snapshots hold, and snapshots with a label; oldest first.
        public let pins: [Pin]
        /// The number of compactions since the store was opened.
        public let compactions: Int
        /// The bytes that these compactions read and wrote.
        public let bytesCompacted: (read: Int, written: Int)
        /// The error of the last run of maintenance; nil if it succeeded.
        public let lastMaintenanceError: StoreError?

        /// One file of the log.
        public struct Segment: Sendable {
            /// The file's name in the store's directory.
            public let file: String
            /// The file's size.
            public let size: Int
            /// The size of its current records.
            public let liveBytes: Int
            /// The number of its current records.
            public let liveRecords: Int
            /// The number of all its records of objects and long values, current or not.
            public let records: Int
            /// The number of its marks of deleted objects.
            public let tombstones: Int
            /// The commit at which the segment was purged: it holds nothing that was already dead
            /// then. Nil for the segment that is being written.
            public let purgedAsOf: UInt64?
        }

        /// A full-text search of an entity, and its index.
        public struct Search: Sendable {
            /// The stored name of the entity.
            public let entity: String
            /// The name of the search; empty for the one without a name.
            public let name: String
            /// The stored names of the attributes that it covers.
            public let attributes: [String]
            /// The rules by which texts are split into words, with their versions, such as
            /// "words/1/unicode15.0".
            public let tokenizer: String
            /// Whether there is an index. Without one, searches read all texts.
            public let isIndexed: Bool
            /// The number of objects in the index: those whose texts have a word.
            public let objects: Int
            /// The number of pairs of a word and an object that has it.
            public let postings: Int
            /// The size of the index.
            public let size: Int
            /// The size of the part of it that is in files. The rest is in memory, and is written
            /// with the next checkpoint.
            public let savedSize: Int
        }

        /// A state of the store that a snapshot holds.
        public struct Pin: Sendable {
            /// The snapshot's label; nil if it has none.
            public let label: String?
            /// The number of the newest commit in the state.
            public let commitNumber: UInt64
            /// The time at which a snapshot with a label was taken, or else at which its newest
            /// commit was made, in microseconds since 1970.
            public let since: Int64
            /// The size of removed files that it still holds.
            public let removedBytes: Int
        }

        init(_ statistics: StoreStatistics) {
            commitNumber = statistics.lastCommit.rawValue
            size = statistics.size
            liveBytes = statistics.liveBytes
            tombstoneBytes = statistics.tombstoneBytes
            deadBytes = statistics.deadBytes
            pinnedBytes = statistics.pinnedBytes
            historyBytes = statistics.historyBytes
            keptBytes = statistics.keptBytes
            segments = statistics.segments.map { segment in
                Segment(
                    file: FileName.segment(segment.number), size: segment.fileSize,
                    liveBytes: segment.usage.liveBytes, liveRecords: segment.usage.liveRecords,
                    records: segment.usage.records, tombstones: segment.usage.tombstones,
                    purgedAsOf: segment.purgedAsOf?.rawValue)
            }
            searches = statistics.searches.map { search in
                Search(
                    entity: search.entity, name: search.search.name,
                    attributes: search.search.attributes, tokenizer: search.search.tokenizer,
                    isIndexed: search.index != nil,
                    objects: search.index?.documents ?? 0, postings: search.index?.postings ?? 0,
                    size: search.index?.size ?? 0, savedSize: search.index?.savedSize ?? 0)
            }
            pins = statistics.pins.map { pin in
                Pin(
                    label: pin.label, commitNumber: pin.commit.rawValue, since: pin.since,
                    removedBytes: pin.removedBytes)
            }
            compactions = statistics.compactions.compactions
            bytesCompacted = (
                statistics.compactions.bytesRead, statistics.compactions.bytesWritten
            )
            lastMaintenanceError = statistics.lastMaintenanceError
        }
    }
}
