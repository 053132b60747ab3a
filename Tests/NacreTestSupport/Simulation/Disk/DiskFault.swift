package import NacreEngine

/// What goes wrong on a simulated disk.
package struct DiskFault: Sendable {
    package enum Kind: Sendable, CaseIterable {
        /// Any call: EIO.
        case ioError
        /// Calls that may need room: ENOSPC.
        case diskFull
        /// Writes: a part is written, and then EIO.
        case shortWrite
        /// Any call: EINTR, before it has done anything. Forever means three times in a row at
        /// each call, and writes in two parts: nobody may notice.
        case interrupted
        /// Writes: all is well, until the next write or sync of the same file is told that the
        /// disk could not take it.
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

/// What becomes of the bytes that a failed sync of a file should have made durable. Changes of the
/// directory stay pending in any case: a file system that loses those stops working as a whole.
package enum SyncFailure: Sendable, CaseIterable {
    /// The next sync tries again.
    case staysPending
    /// The system believes them written: they are read, and lost in a power cut.
    case keptInCache
    /// The file shows what is on the disk.
    case reverted
}

/// A mistake in the order of writing, made on purpose: the trials have to find each.
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

    /// Whether nothing may come of it. A checkpoint is only a cache, and one that is lost or torn
    /// changes nothing but time: its syncs save that time, and nobody's data. And a first backup
    /// promises nothing before it is done, so that the entry of its directory may be the last that
    /// is synced, but must be: see ``ignored(_:)``.
    package var isHarmless: Bool {
        [.checkpoint, .checkpointEntry].contains(point)
            || self == .late(.backupEntry, after: .publication)
    }

    var isOfBackups: Bool {
        [.backupSegment, .backupSegmentEntry, .backupMark, .backupEntry].contains(point)
    }

    /// Orders that matter although they are no calls: what relies on a sync comes before it.
    package static let orders: [SyncMutation] = [
        .late(.commit, after: .write), .late(.newSegment, after: .publication),
        .late(.newSegmentEntry, after: .publication), .late(.seal, after: .publication),
        .late(.recoveredTail, after: .publication), .late(.compactionOutput, after: .publication),
        .late(.manifest, after: .publication), .late(.manifestEntry, after: .removal),
        .late(.logBeforeCheckpoint, after: .publication), .late(.checkpoint, after: .publication),
        .late(.checkpointEntry, after: .publication), .late(.storeEntry, after: .publication),
        .late(.logBeforeManifest, after: .publication),
        .late(.backupSegment, after: .publication),
        .late(.backupSegmentEntry, after: .publication),
        .late(.backupMark, after: .publication), .late(.backupEntry, after: .publication),
    ]

    package static let all = SyncPoint.allCases.map { SyncMutation.ignored($0) } + orders
}
