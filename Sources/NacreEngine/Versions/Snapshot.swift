package import NacreFormat

/// A version of the store, pinned: it stays as it is, whatever is written afterwards. Taking one is
/// one retain; it may be kept and used on any thread, also after the store was closed.
package struct Snapshot: Sendable {
    var version: Version
    /// Keeps its name in the list of those who hold versions.
    var label: SnapshotLabel?
    /// How long its reads may go on.
    package internal(set) var limit: ReadLimit?

    /// Of the newest commit in it.
    package var commit: CommitNumber { version.commit }
    /// Of that commit, in microseconds since 1970.
    package var time: Int64 { version.time }
    package var digest: CommitDigest { version.digest }
    package var catalog: Catalog { version.catalog }
}

extension Snapshot {
    /// - Parameter label: says in the statistics who holds it; nil for nobody worth naming.
    init(_ version: Version, label: String?, _ environment: Environment) {
        self.init(
            version: version,
            label: label.map { SnapshotLabel($0, version, time: environment.now()) })
    }
}
