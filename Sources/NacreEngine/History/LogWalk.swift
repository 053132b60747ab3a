internal import NacreFormat

/// Goes through the whole commits of a version's log, in their order and over the ends of segments.
struct LogWalk {
    /// A commit as it stands in the log.
    struct Commit {
        /// All its frames, the last of which has number, time and digest.
        let parts: [Frame]
        let segment: SegmentNumber
    }

    private let snapshot: Snapshot
    private let chain: LogChain
    private var scanner: FrameScanner
    private var segment: SegmentNumber
    private var parts = PendingParts()

    /// - Parameters:
    ///   - snapshot: ends the walk.
    ///   - cursor: behind a commit in a segment of the chain.
    init?(_ snapshot: Snapshot, _ chain: LogChain, from cursor: FrameCursor) {
        guard let view = snapshot.logBytes(of: cursor.segment) else { return nil }
        self.snapshot = snapshot
        self.chain = chain
        scanner = FrameScanner(view, from: cursor)
        segment = cursor.segment
    }

    /// - Parameter header: of a segment of the chain, to walk over from its beginning.
    init?(_ snapshot: Snapshot, _ chain: LogChain, from header: SegmentHeader) {
        guard let view = snapshot.logBytes(of: header.number) else { return nil }
        self.init(snapshot, chain, from: FrameCursor(behind: header, in: view))
    }

    /// The next commit; nil at the end of the log.
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
                // What stands in front of a segment's end without an end of its own never was.
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
