package import NacreFormat

/// A pinned version of the store. It does not change, whatever is written afterwards. Taking one
/// costs one retain. It may be kept and used on any thread, also after the store was closed.
package struct DatabaseSnapshot: Sendable {
    var version: Version
    /// The label that keeps the snapshot's name in the list of ``VersionPins``; nil if it has none.
    var label: SnapshotLabel?
    /// The limit of its reads; nil for none.
    package internal(set) var limit: ReadLimit?

    /// The number of the newest commit in the snapshot.
    package var commit: CommitNumber { version.commit }
    /// The time of that commit, in microseconds since 1970.
    package var time: Int64 { version.time }
    package var digest: CommitDigest { version.digest }
    package var catalog: Catalog { version.catalog }
}

extension DatabaseSnapshot {
    /// - Parameter label: The name of the snapshot's owner for the statistics; nil for none.
    init(_ version: Version, label: String?, _ environment: Environment) {
        self.init(
            version: version,
            label: label.map { SnapshotLabel($0, version, time: environment.now()) })
    }
}
