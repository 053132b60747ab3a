internal import NacreFormat

/// Iterates over the complete commits of a version's log in order, across segment boundaries, both
/// of segments as they were written and of compacted ones.
struct LogWalk {
    /// A commit in the log.
    struct Commit {
        let number: CommitNumber
        /// The time, in microseconds since 1970.
        let time: Int64
        let digest: CommitDigest
        let prelude: Prelude
        /// Whether a compaction has copied it.
        let isCopied: Bool
        /// The records, in the order in which they were written.
        fileprivate(set) var pieces: [Piece]
    }

    /// Consecutive records of a commit in one segment.
    struct Piece {
        let segment: SegmentNumber
        let records: RecordGroup
    }

    private let snapshot: DatabaseSnapshot
    private let chain: LogChain
    private var scanner: FrameScanner
    private var segment: SegmentNumber
    private var parts = PendingParts()
    /// The commits that were read. If the last one is copied, more runs of it may follow.
    private var found: [Commit] = []
    /// Whether the last segment was read.
    private var isEnded = false
    /// The number of the last commit that was returned. While a compaction is going on, segments
    /// and their copies have the same commits.
    private var last = CommitNumber.none

    /// Starts a walk at a cursor.
    /// - Parameters:
    ///   - snapshot: The version at whose end the walk ends.
    ///   - cursor: A place after a commit in a segment of the chain.
    init?(_ snapshot: DatabaseSnapshot, _ chain: LogChain, from cursor: FrameCursor) {
        guard let view = snapshot.logBytes(of: cursor.segment) else { return nil }
        self.snapshot = snapshot
        self.chain = chain
        scanner = FrameScanner(view, from: cursor)
        segment = cursor.segment
    }

    /// Starts a walk at the beginning of a segment.
    /// - Parameter header: The header of a segment of the chain.
    init?(_ snapshot: DatabaseSnapshot, _ chain: LogChain, from header: SegmentHeader) {
        guard let view = snapshot.logBytes(of: header.number) else { return nil }
        self.init(snapshot, chain, from: FrameCursor(behind: header, in: view))
    }

    /// Returns the next commit; nil at the end of the log.
    /// - Throws: `corrupt`.
    mutating func next() throws(StoreError) -> Commit? {
        while true {
            if let commit = takeWhole() {
                guard commit.number > last else { continue }
                last = commit.number
                return commit
            }
            switch scanner.next() {
            case .frame(let frame):
                do { try read(frame) } catch { throw damaged(error) }
            case .end(.invalid(let error)), .end(.unsupported(let error)):
                throw damaged(error)
            case .end(.endOfLog):
                if begin(chain.successor(of: segment)) { continue }
                if isEnded { return nil }
                isEnded = true
            }
        }
    }

    /// Takes the first commit that was read, if it has all of its records.
    private mutating func takeWhole() -> Commit? {
        guard let first = found.first else { return nil }
        return found.count > 1 || !first.isCopied || isEnded ? found.removeFirst() : nil
    }

    /// Begins a segment.
    /// - Returns: false if there is none.
    private mutating func begin(_ header: SegmentHeader?) -> Bool {
        guard let header, let view = snapshot.logBytes(of: header.number) else { return false }
        // Parts at the end of a segment without a last part belong to no commit.
        parts = PendingParts()
        segment = header.number
        scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        return true
    }

    private mutating func read(_ frame: Frame) throws(FormatError) {
        if frame.header.kind == .compacted { try addRuns(of: frame) }
        guard let whole = try parts.add(frame) else { return }
        let pieces = whole.filter { $0.header.kind == .records }.map {
            Piece(segment: segment, records: $0.group)
        }
        found.append(
            Commit(
                number: frame.header.commit, time: frame.header.time,
                digest: frame.digest ?? .none, prelude: .decoded(whole[0].prelude),
                isCopied: false, pieces: pieces))
    }

    private mutating func addRuns(of frame: Frame) throws(FormatError) {
        guard let view = snapshot.logBytes(of: segment) else { return }
        let preludes = try scanner.preludes(in: view)
        var runs = RunSequence(frame)
        while let (run, records) = try runs.next() {
            let piece = Piece(segment: segment, records: records)
            if let open = found.last, open.isCopied, open.number == run.commit {
                found[found.count - 1].pieces.append(piece)
            } else {
                found.append(
                    Commit(
                        number: run.commit, time: run.time, digest: run.digest,
                        prelude: preludes.prelude(of: run.commit), isCopied: true, pieces: [piece]))
            }
        }
    }

    private func damaged(_ error: FormatError) -> StoreError {
        StoreError(error, file: snapshot.path(of: segment))
    }
}
