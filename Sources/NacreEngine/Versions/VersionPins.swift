internal import NacreFormat
internal import Synchronization

/// All live versions by stamp, and the names of the snapshots that hold them. A version that goes
/// away only removes itself here. Freeing nodes is the writer's work, so no reader thread pays for
/// it.
final class VersionPins: Sendable {
    /// The description of a live version, which does not retain it.
    struct Pin: Sendable {
        let stamp: UInt64
        let commit: CommitNumber
        /// The time of the commit, in microseconds since 1970.
        let time: Int64
        let usage: StoreUsage
        /// The names of the snapshots that hold it.
        let labels: [Label]
    }

    /// A snapshot that was given a name.
    struct Label: Sendable {
        let name: String
        let stamp: UInt64
        /// The time when it was taken, in microseconds since 1970.
        let time: Int64
    }

    @safe private struct State {
        /// The stamps, ascending, in the order in which the versions were made.
        var stamps: [UInt64] = []
        // SAFETY: the versions of these stamps. A version's deinit waits for the lock and removes
        // it here before any part of it is destroyed.
        var versions: [Unmanaged<Version>] = unsafe []
        var labels: [UInt64: Label] = [:]
        var lastLabel: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Adds a version.
    /// - Parameter version: A version newer than all others.
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

    /// The stamps of the live versions, ascending.
    var pinned: [UInt64] { state.withLock { $0.stamps } }

    /// The live versions, oldest first.
    var all: [Pin] {
        state.withLock { state in
            let labels = Dictionary(grouping: state.labels, by: \.value.stamp)
            return unsafe state.versions.map { version in
                // SAFETY: see `State.versions`.
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

/// A label that keeps a name in the list as long as a copy of its snapshot exists. Snapshots
/// without a name have no label, and cost nothing extra.
final class SnapshotLabel: Sendable {
    private let pins: VersionPins
    private let key: UInt64

    init(_ name: String, _ version: Version, time: Int64) {
        pins = version.context.pins
        key = pins.add(VersionPins.Label(name: name, stamp: version.stamp, time: time))
    }

    deinit { pins.removeLabel(key) }
}
