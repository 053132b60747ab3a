internal import NacreFormat
internal import Synchronization

/// The progress of the consumers that read the commits of the log one by one. Compaction leaves the
/// log after the slowest consumer's place as it is, but not beyond a limit: a consumer that is too
/// slow gets an error on its next read.
final class HistoryHolds: Sendable {
    private struct State {
        var commits: [UInt64: CommitNumber] = [:]
        var lastKey: UInt64 = 0
    }

    private let state = Mutex(State())
    /// Maximum size, in bytes, of the log that is held.
    private let bytesMax: Int

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// Adds a consumer.
    /// - Parameter commit: The last commit that the consumer does not need.
    /// - Returns: The key of the hold.
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

    /// Marks the segments that a consumer still reads as held.
    func mark(_ segments: inout [CompactionPolicy.Segment]) {
        for index in held(segments.map(\.entry)) { segments[index].isHeld = true }
    }

    /// Returns the number of bytes of the log that stay as written for consumers of commits.
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
