internal import NacreFormat
internal import Synchronization

/// How far those have come who read the commits of the log one by one. Compaction leaves the log
/// behind the slowest of them as it is, but does not let it grow without bound: who is too slow is
/// told so when it goes on.
final class HistoryHolds: Sendable {
    private struct State {
        var commits: [UInt64: CommitNumber] = [:]
        var lastKey: UInt64 = 0
    }

    private let state = Mutex(State())
    /// Of the log that is held, in bytes.
    private let bytesMax: Int

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// - Parameter commit: the last one that is not needed.
    func add(_ commit: CommitNumber) -> UInt64 {
        state.withLock { state in
            state.lastKey += 1
            state.commits[state.lastKey] = commit
            return state.lastKey
        }
    }

    func move(_ key: UInt64, to commit: CommitNumber) {
        state.withLock { $0.commits[key] = commit }
    }

    func remove(_ key: UInt64) {
        state.withLock { $0.commits[key] = nil }
    }

    /// Marks the segments that somebody still reads as held.
    func mark(_ segments: inout [CompactionPolicy.Segment]) {
        for index in held(segments.map(\.entry)) { segments[index].isHeld = true }
    }

    /// How much of the log stays as it was written for those who read its commits, in bytes.
    func bytes(of segments: [Manifest.Segment]) -> Int {
        held(segments).reduce(0) { $0 + Int(segments[$1].length) }
    }

    private func held(_ segments: [Manifest.Segment]) -> [Int] {
        guard let oldest = state.withLock({ $0.commits.values.min() }) else { return [] }
        let held = segments.indices.filter {
            segments[$0].ending != .compacted && segments[$0].lastCommit > oldest
        }
        return held.reduce(0) { $0 + Int(segments[$1].length) } <= bytesMax ? held : []
    }
}
