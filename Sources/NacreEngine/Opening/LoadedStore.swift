internal import NacreFormat

/// A store read from its files. Loading writes nothing.
struct LoadedStore {
    var manifest: Manifest
    var segments: SegmentSet
    let catalog: Catalog
    var roots: [EntityRoots]
    let trees: [Tree]
    /// The slots of indexes whose trees are still to be built.
    let unbuilt: Set<Int>
    var usage: StoreUsage
    let lastCommit: CommitNumber
    let lastTime: Int64
    let lastDigest: CommitDigest
    var active: ActiveSegment
    /// The info of the checkpoint that was used, or of one that could not be used.
    let checkpointInfo: CheckpointInfo?
    /// The reason why the manifest's checkpoint was not used; nil if it was.
    let checkpointProblem: String?
    /// The blocks of the checkpoint that was used, if any.
    let checkpointBlocks: CheckpointBlocks?
    /// The full-text indexes of that checkpoint; nil without any.
    let checkpointSearches: CheckpointSearches?
    /// Whether that checkpoint lacks indexes over many objects.
    let isBeyondCheckpoint: Bool
    /// The free rows of the entities that a checkpoint knew.
    let freeRows: [FreeRows]

    /// The place after the last frame.
    var logEnd: LogEnd { LogEnd(cursor: active.scan.cursor, summary: active.scan.summary) }

    /// Whether a writer may append to the active segment. One that lost all its frames also lost
    /// the schemas and layouts that each segment begins with, so no record may follow.
    var endsCleanly: Bool {
        active.scan.isClean && (active.scan.lastFrame != nil || catalog.all.isEmpty)
    }

    /// The segment that commits are appended to, with the state of its end.
    struct ActiveSegment {
        let header: SegmentHeader
        let mapping: MappedBytes
        let scan: SegmentScan
        /// Whether its file has another name, too. Always false for a store opened for reading.
        let isShared: Bool

        init(
            _ header: SegmentHeader, _ mapping: MappedBytes, _ scan: SegmentScan, isShared: Bool
        ) {
            self.header = header
            self.mapping = mapping
            self.scan = scan
            self.isShared = isShared
        }

        /// Whether the manifest that names it must be durable. A session writes an open frame
        /// before it replaces a manifest, and a close frame only if all its manifests became
        /// durable. A recovery closes the copied segment before its manifest is published.
        var provesManifest: Bool {
            scan.isClean && scan.lastFrame != nil && header.origin == .log
        }

        /// The number of bytes after the last whole commit, without trailing zeros: a torn tail.
        var tornBytes: Int {
            let view = mapping.view
            return view[scan.committed.offset..<view.count].countWithoutTrailingZeros
        }
    }
}
