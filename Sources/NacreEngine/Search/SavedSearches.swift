internal import NacreFormat
internal import NacreSearch
internal import Synchronization

/// The full-text indexes that a checkpoint names, for the version that a store was opened with.
///
/// They are those of the checkpoint's commit. What has been replayed since is found as between any
/// two versions, by the rows that differ. The checkpoint is made a version for this, as a view of
/// the one that was read.
final class SavedSearches: Sendable {
    private let searches: CheckpointSearches
    /// Whether the store still has the records that the checkpoint's rows lead to.
    private let isCovered: Bool
    private let version: Version
    private let directory: any StoreDirectory
    private let view = Mutex<Version?>(nil)

    /// - Parameter version: The version that was read.
    init(
        _ searches: CheckpointSearches, isCovered: Bool, for version: Version,
        in directory: any StoreDirectory
    ) {
        self.searches = searches
        self.isCovered = isCovered
        self.version = version
        self.directory = directory
    }

    /// The maximum number of runs of an index. Merging keeps them far fewer.
    private static let runsMax = 1000

    /// Returns an index as of the checkpoint; nil if the checkpoint does not have it, or if it is
    /// damaged. It is a cache, and is built again.
    func base(of identity: SearchIdentity) -> SearchBases.Base? {
        guard let named = searches.runs(of: identity), named.count <= Self.runsMax,
            let version = checkpoint()
        else { return nil }
        let end = version.roots[Int(identity.entity.rawValue)].rowsEnd
        var state = SearchState()
        for run in named {
            guard let run = try? RunFile.open(run, in: directory),
                run.fieldCount == identity.attributes.count, run.rowsEnd <= end,
                let next = try? state.adding(run)
            else { return nil }
            state = next
        }
        return SearchBases.Base(snapshot: DatabaseSnapshot(version: version), state: state)
    }

    /// Returns the state in the checkpoint; nil if the store no longer has all of its records.
    private func checkpoint() -> Version? {
        let header = searches.header
        if header.commit == version.commit, header.digest == version.digest { return version }
        guard isCovered else { return nil }
        return view.withLock { view in
            if let view { return view }
            view = makeView(header)
            return view
        }
    }

    private func makeView(_ header: CheckpointHeader) -> Version? {
        let slabs = NodeSlabs()
        let pool = NodePool.beside(
            versionWith: version.stamp, over: version.context.packedLeafOwner, in: slabs)
        guard let roots = try? CheckpointRoots.rows(of: searches.catalog, searches.blocks, pool)
        else { return nil }
        return Version(
            stamp: version.stamp, commit: header.commit, time: header.time, digest: header.digest,
            head: Version.Head(
                roots: roots, trees: [], unbuilt: [], catalog: searches.catalog),
            segments: version.segments.withoutMarks(rows: roots.map(\.rowsEnd)),
            usage: version.usage, logEnd: version.logEnd, context: version.context,
            basis: version, columns: ColumnStore(), nodes: slabs)
    }
}
