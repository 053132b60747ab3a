internal import NacreFormat
internal import Synchronization

/// All living versions by their stamps, and who holds them under a name. A version that goes only
/// says so here: freeing nodes is the writer's work, so that no reader's thread ever pays for it.
final class VersionPins: Sendable {
    /// What is known of a living version without holding it.
    struct Pin: Sendable {
        let stamp: UInt64
        let commit: CommitNumber
        /// Of the commit, in microseconds since 1970.
        let time: Int64
        let usage: StoreUsage
        /// The names under which it is held.
        let labels: [Label]
    }

    /// A snapshot that was given a name.
    struct Label: Sendable {
        let name: String
        let stamp: UInt64
        /// When it was taken, in microseconds since 1970.
        let time: Int64
    }

    @safe private struct State {
        /// Ascending, as they are made.
        var stamps: [UInt64] = []
        // SAFETY: the versions of these stamps. One that goes waits for the lock before anything of
        // it is gone, and takes itself out.
        var versions: [Unmanaged<Version>] = unsafe []
        var labels: [UInt64: Label] = [:]
        var lastLabel: UInt64 = 0
    }

    private let state = Mutex(State())

    /// - Parameter version: newer than all others.
    func add(_ version: Version) {
        state.withLock { state in
            precondition(state.stamps.last ?? 0 < version.stamp, "versions come in their order")
            state.stamps.append(version.stamp)
            unsafe state.versions.append(.passUnretained(version))
        }
    }

    func remove(_ version: Version) {
        state.withLock { state in
            let index = state.stamps.partitioningIndex { $0 >= version.stamp }
            state.stamps.remove(at: index)
            unsafe state.versions.remove(at: index)
        }
    }

    /// Their stamps, ascending.
    var pinned: [UInt64] { state.withLock { $0.stamps } }

    /// The living versions, oldest first.
    var all: [Pin] {
        state.withLock { state in
            let labels = Dictionary(grouping: state.labels, by: \.value.stamp)
            return unsafe state.versions.map { version in
                // SAFETY: as said above.
                unsafe version._withUnsafeGuaranteedRef { version in
                    let own = labels[version.stamp] ?? []
                    return Pin(
                        stamp: version.stamp, commit: version.commit, time: version.time,
                        usage: version.usage, labels: own.sorted { $0.key < $1.key }.map(\.value))
                }
            }
        }
    }

    fileprivate func add(_ label: Label) -> UInt64 {
        state.withLock { state in
            state.lastLabel += 1
            state.labels[state.lastLabel] = label
            return state.lastLabel
        }
    }

    fileprivate func removeLabel(_ key: UInt64) {
        state.withLock { $0.labels[key] = nil }
    }
}

/// Stands in the list of names for as long as a copy of its snapshot lives. Snapshots without a
/// name have none, and cost what they always did.
final class SnapshotLabel: Sendable {
    private let pins: VersionPins
    private let key: UInt64

    init(_ name: String, _ version: Version, time: Int64) {
        pins = version.context.pins
        key = pins.add(VersionPins.Label(name: name, stamp: version.stamp, time: time))
    }

    deinit { pins.removeLabel(key) }
}
