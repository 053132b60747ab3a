package import NacreFormat

/// Facts about a store as a whole.
package struct StoreStatistics: Sendable {
    package let storeID: StoreID
    package let formatVersion: Int
    /// How often the set of segments has changed.
    package let generation: UInt64
    package let lastCommit: CommitNumber
    /// Of that commit, in microseconds since 1970; nil in a store without commits.
    package let lastCommitTime: Int64?
    package let entities: [Entity]
    /// In the order of the log, the active one last.
    package let segments: [Segment]

    package struct Entity: Sendable {
        package let name: String
        package let objects: Int
    }

    package struct Segment: Sendable {
        package let number: SegmentNumber
        /// Nil for the active one.
        package let ending: Manifest.Ending?
        /// Of the file, in bytes.
        package let fileSize: Int
        /// As the manifest has them; nil for the active one.
        package let commits: ClosedRange<UInt64>?
    }

    /// Of all segment files, in bytes.
    package var size: Int { segments.reduce(0) { $0 + $1.fileSize } }
}

extension Database {
    package func statistics() throws -> StoreStatistics {
        let snapshot = try snapshot()
        let manifest = try currentManifest()
        let sealed = try manifest.segments.map { entry in
            StoreStatistics.Segment(
                number: entry.number, ending: entry.ending,
                fileSize: try fileSize(FileName.segment(entry.number)),
                commits: entry.firstCommit <= entry.lastCommit
                    ? entry.firstCommit.rawValue...entry.lastCommit.rawValue : nil)
        }
        let active = StoreStatistics.Segment(
            number: manifest.active, ending: nil,
            fileSize: try fileSize(FileName.segment(manifest.active)), commits: nil)
        let hasCommits = snapshot.commit > CommitNumber(0)
        return StoreStatistics(
            storeID: manifest.storeID, formatVersion: Int(Format.version),
            generation: manifest.generation, lastCommit: snapshot.commit,
            lastCommitTime: hasCommits ? snapshot.time : nil,
            entities: try snapshot.catalog.all.map {
                StoreStatistics.Entity(
                    name: $0.schema.name, objects: try snapshot.count($0.schema.name))
            },
            segments: sealed + [active])
    }
}
