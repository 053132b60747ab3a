internal import NacreFormat
public import NacreEngine

extension Store {
    /// How much room the store takes and what for, who holds former states of it, and what
    /// maintenance does.
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
        /// Of all segment files.
        public let size: Int
        /// Of records that are current.
        public let liveBytes: Int
        /// Of what is kept to remember deleted objects, until nothing older is left of them.
        public let tombstoneBytes: Int
        /// All other bytes: former versions, deleted objects, what the format adds, and room at the
        /// end of the segment that is written to. Compaction sees to it that this is no more than
        /// the live bytes and 8 MiB, and twice the 32 bytes that each commit takes in a segment.
        public let deadBytes: Int
        /// Of removed files that snapshots still hold; they end with the snapshots.
        public let pinnedBytes: Int
        /// Of files that compaction leaves as they are, since somebody has not come through their
        /// commits yet: at most 256 MiB. Who falls further behind gets `historyGone`.
        public let historyBytes: Int
        /// In the order of the log; the last one is written to.
        public let segments: [Segment]
        /// Former states that somebody holds, and snapshots with a label; oldest first.
        public let pins: [Pin]
        /// Compactions since the store was opened.
        public let compactions: Int
        /// What they read and wrote.
        public let bytesCompacted: (read: Int, written: Int)
        /// Why the last turn of maintenance failed; nil if it did not.
        public let lastMaintenanceError: StoreError?

        /// One file of the log.
        public struct Segment: Sendable {
            /// Its name in the store's directory.
            public let file: String
            /// Of the file.
            public let size: Int
            /// Of the records in it that are current.
            public let liveBytes: Int
            /// How many there are.
            public let liveRecords: Int
            /// All records of objects and long values, current or not.
            public let records: Int
            /// Marks of deleted objects.
            public let tombstones: Int
            /// The segment holds nothing that was dead at this commit already; nil for the one that
            /// is written to.
            public let purgedAsOf: UInt64?
        }

        /// A state of the store that a snapshot holds.
        public struct Pin: Sendable {
            /// The snapshot's; nil if it has none.
            public let label: String?
            /// The number of the newest commit in it.
            public let commitNumber: UInt64
            /// When a snapshot with a label was taken, else when its newest commit was made; in
            /// microseconds since 1970.
            public let since: Int64
            /// Of removed files that it still holds.
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
            segments = statistics.segments.map { segment in
                Segment(
                    file: FileName.segment(segment.number), size: segment.fileSize,
                    liveBytes: segment.usage.liveBytes, liveRecords: segment.usage.liveRecords,
                    records: segment.usage.records, tombstones: segment.usage.tombstones,
                    purgedAsOf: segment.purgedAsOf?.rawValue)
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
