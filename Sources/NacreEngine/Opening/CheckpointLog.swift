internal import NacreFormat

/// The part of the log that a checkpoint covers. Any part of the checkpoint can be rebuilt from it.
/// A class: see ``StoreOpener``.
final class CheckpointLog: Sendable {
    /// The store as of the checkpoint's commit. The last covered segment is the active one.
    private let manifest: Manifest
    private let files: SegmentFiles

    /// Makes the log of a checkpoint.
    /// - Parameters:
    ///   - covered: The segments that the checkpoint covers, in log order.
    ///   - segments: The covered bytes of these segments.
    init?(
        _ covered: [CoveredSegment], of manifest: Manifest, _ segments: [MappedBytes],
        in directory: any StoreDirectory
    ) {
        guard let last = covered.last, segments.count == covered.count else { return nil }
        var former = manifest
        former.segments = Array(manifest.segments.prefix(covered.count - 1))
        // Later compactions may have purged records that later commits had replaced.
        for place in former.segments.indices {
            former.segments[place].purgedAsOf = CommitNumber(0)
        }
        former.active = last.number
        former.checkpoint = nil
        self.manifest = former
        // Held, because a writer in another process may have removed the files since.
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
