internal import NacreFormat

/// Iterates over the complete commits of a version's log in order, across segment boundaries.
struct LogWalk {
    /// A commit in the log.
    struct Commit {
        /// All frames of the commit. The last one has the number, the time and the digest.
        let parts: [Frame]
        let segment: SegmentNumber
    }

    private let snapshot: DatabaseSnapshot
    private let chain: LogChain
    private var scanner: FrameScanner
    private var segment: SegmentNumber
    private var parts = PendingParts()

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
            switch scanner.next() {
            case .frame(let frame):
                let whole: [Frame]?
                do { whole = try parts.add(frame) } catch { throw damaged(error) }
                if let whole { return Commit(parts: whole, segment: segment) }
            case .end(.invalid(let error)), .end(.unsupported(let error)):
                throw damaged(error)
            case .end(.endOfLog):
                guard let header = chain.successor(of: segment),
                    let view = snapshot.logBytes(of: header.number)
                else { return nil }
                // Parts at the end of a segment without a last part belong to no commit.
                parts = PendingParts()
                segment = header.number
                scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            }
        }
    }

    private func damaged(_ error: FormatError) -> StoreError {
        StoreError(error, file: snapshot.path(of: segment))
    }
}
