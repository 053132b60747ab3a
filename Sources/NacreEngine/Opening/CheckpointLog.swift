internal import NacreFormat

/// The part of the log that a checkpoint covers: whatever the checkpoint holds can be made anew
/// from it. An object: see ``StoreOpener``.
final class CheckpointLog: Sendable {
    /// The store as it was at the checkpoint's commit: the last segment that it covers is the one
    /// that was written to.
    private let manifest: Manifest
    private let files: SegmentFiles

    /// - Parameters:
    ///   - covered: what the checkpoint covers, in the order of the log.
    ///   - segments: their bytes, as far as they are covered.
    init?(
        _ covered: [CoveredSegment], of manifest: Manifest, _ segments: [MappedBytes],
        in directory: any StoreDirectory
    ) {
        guard let last = covered.last, segments.count == covered.count else { return nil }
        var former = manifest
        former.segments = Array(manifest.segments.prefix(covered.count - 1))
        // Later compactions may have purged what later commits had replaced.
        for place in former.segments.indices {
            former.segments[place].purgedAsOf = CommitNumber(0)
        }
        former.active = last.number
        former.checkpoint = nil
        self.manifest = former
        // A writer in another process may have removed them since.
        let held = zip(covered, segments).map { MappedSegment($0.number, $1) }
        files = SegmentFiles(directory: directory, isReadOnly: true, held: held)
    }

    func replay() throws(StoreError) -> ReplayedCheckpoint {
        let slabs = NodeSlabs()
        let loader = StoreLoader(files: files, pool: NodePool(slabs: slabs), usesCheckpoint: false)
        let store = try loader.load(manifest)
        return ReplayedCheckpoint(store.catalog, store.roots, store.trees, slabs)
    }
}
