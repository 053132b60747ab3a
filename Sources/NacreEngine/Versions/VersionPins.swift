internal import NacreFormat
internal import Synchronization

/// All living versions by their stamps, and who holds them under a name. A version that goes only
/// says so here: freeing nodes is the writer's work, so that no reader's thread ever pays for it.
final class VersionPins: Sendable {
    /// What is known of a living version without holding it.
    struct Pin: Sendable {
        let commit: CommitNumber
        /// Of the commit, in microseconds since 1970.
        let time: Int64
        let usage: StoreUsage
    }

    /// A snapshot that was given a name.
    struct Label: Sendable {
        let name: String
        let stamp: UInt64
        /// When it was taken, in microseconds since 1970.
        let time: Int64
    }

    private struct State {
        /// Ascending by stamp, as they are made.
        var versions: [(stamp: UInt64, pin: Pin)] = []
        var labels: [UInt64: Label] = [:]
        var lastLabel: UInt64 = 0
    }

    private let state = Mutex(State())

    func add(_ stamp: UInt64, _ pin: Pin) {
        state.withLock { state in
            let index = state.versions.partitioningIndex { $0.stamp >= stamp }
            state.versions.insert((stamp, pin), at: index)
        }
    }

    func remove(_ stamp: UInt64) {
        // What goes with the pin is freed behind the lock.
        let gone = state.withLock { state in
            let index = state.versions.partitioningIndex { $0.stamp >= stamp }
            return state.versions.remove(at: index)
        }
        withExtendedLifetime(gone) {}
    }

    /// Ascending.
    var pinned: [UInt64] { state.withLock { $0.versions.map(\.stamp) } }

    /// The living versions, oldest first, each with the names under which it is held.
    var all: [(stamp: UInt64, pin: Pin, labels: [Label])] {
        let state = state.withLock { $0 }
        return state.versions.map { stamp, pin in
            let labels = state.labels.filter { $0.value.stamp == stamp }
            return (stamp, pin, labels.sorted { $0.key < $1.key }.map(\.value))
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
        pins = version.pins
        key = pins.add(VersionPins.Label(name: name, stamp: version.stamp, time: time))
    }

    deinit { pins.removeLabel(key) }
}
