package import NacreEngine

/// A fault of a simulated disk.
package struct DiskFault: Sendable {
    package enum Kind: Sendable, CaseIterable {
        /// Any call: EIO.
        case ioError
        /// Calls that may need space: ENOSPC.
        case diskFull
        /// Writes: a part is written, and then EIO.
        case shortWrite
        /// Any call: EINTR, before it has done anything. If it is forever, three times in a row at
        /// each call, and writes in two parts. Callers must not notice it.
        case interrupted
        /// Writes: they succeed, but the next write or sync of the same file reports that the disk
        /// could not take the bytes.
        case delayedError
    }

    package let kind: Kind
    /// The number of the first call that it can hit.
    package let call: Int
    /// Whether all later calls of its kind fail as well.
    package let isForever: Bool

    package init(_ kind: Kind, at call: Int, isForever: Bool = false) {
        self.kind = kind
        self.call = call
        self.isForever = isForever
    }
}

/// The effect of a failed sync of a file on its bytes. Changes of the directory stay pending in any
/// case: a file system that loses those stops working as a whole.
package enum SyncFailure: Sendable, CaseIterable {
    /// The next sync tries again.
    case staysPending
    /// The system believes them written: they are read, and lost in a power cut.
    case keptInCache
    /// The file shows the bytes on the disk.
    case reverted
}

/// A deliberate mistake in the order of writes: the trials have to find each.
package enum SyncMutation: Sendable, Hashable, CustomStringConvertible {
    /// The calls of a sync point do nothing.
    case ignored(SyncPoint)
    /// The calls of a sync point take effect only after the next change of a kind.
    case late(SyncPoint, after: ChangeKind)

    package enum ChangeKind: String, Sendable {
        case write
        /// A manifest takes its name.
        case publication
        case removal
    }

    package var description: String {
        switch self {
        case .ignored(let point): "no sync at \(point)"
        case .late(let point, let kind): "\(kind) before the sync at \(point)"
        }
    }

    var point: SyncPoint {
        switch self {
        case .ignored(let point), .late(let point, _): point
        }
    }

    /// Whether the mutation may have no effect. A checkpoint and the run of a full-text index are
    /// only caches, and a lost or torn one costs only time: their syncs save that time, and protect
    /// no data. A first backup promises nothing before it is done. So the entry of its directory
    /// may be synced last, but must be synced: see ``ignored(_:)``.
    package var isHarmless: Bool {
        [.checkpoint, .checkpointEntry, .searchRun].contains(point)
            || self == .late(.backupEntry, after: .publication)
    }

    var isOfSearches: Bool { point == .searchRun }

    var isOfBackups: Bool {
        [.backupSegment, .backupSegmentEntry, .backupMark, .backupEntry].contains(point)
    }

    /// The orders that matter although they are not calls: a step that relies on a sync comes
    /// before it.
    package static let orders: [SyncMutation] = [
        .late(.commit, after: .write), .late(.newSegment, after: .publication),
        .late(.newSegmentEntry, after: .publication), .late(.seal, after: .publication),
        .late(.recoveredTail, after: .publication), .late(.compactionOutput, after: .publication),
        .late(.manifest, after: .publication), .late(.manifestEntry, after: .removal),
        .late(.logBeforeCheckpoint, after: .publication), .late(.checkpoint, after: .publication),
        .late(.checkpointEntry, after: .publication),
        .late(.searchRun, after: .publication), .late(.storeEntry, after: .publication),
        .late(.logBeforeManifest, after: .publication),
        .late(.backupSegment, after: .publication),
        .late(.backupSegmentEntry, after: .publication),
        .late(.backupMark, after: .publication), .late(.backupEntry, after: .publication),
    ]

    package static let all = SyncPoint.allCases.map { SyncMutation.ignored($0) } + orders
}
