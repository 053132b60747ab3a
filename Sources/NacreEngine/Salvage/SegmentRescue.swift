internal import NacreFormat

/// Finds the readable content of one segment, whatever is wrong with it: versions of rows from
/// completed commits, definitions, and the ranges of lost bytes.
///
/// Parts of a commit count only with its last part, and only if there are no unreadable bytes in
/// between, which could have been an abort. Data of an aborted or unfinished commit is never used.
struct SegmentRescue {
    let name: String
    let number: SegmentNumber
    /// Whether bad bytes at its end are a torn tail, unless they had been synced.
    let mayBeTorn: Bool
    private(set) var versions: [RescuedVersion] = []
    /// The schemas, with the commits they were written in.
    private(set) var schemas: [(commit: CommitNumber, schema: StoredSchema)] = []
    private(set) var layouts: [Layout] = []
    private(set) var lostRanges: [Range<Int>] = []
    /// The sources of a compacted segment.
    private(set) var replaced: Set<SegmentNumber> = []
    private(set) var isSealed = false
    /// The number of bytes after the last whole commit, as a crash leaves them.
    private(set) var tornBytes = 0
    /// Whether the rest of the segment needs a newer version of this software.
    private(set) var isNewer = false

    /// The parts of a commit whose last part has not been found yet.
    private struct Pending {
        var commit: CommitNumber
        var nextPart: UInt32
        /// The content of each part, from `firstPart` on.
        var parts: [Part] = []
        var firstPart: UInt32
    }

    private struct Part {
        var versions: [RescuedVersion] = []
        var schemas: [StoredSchema] = []
        var layouts: [Layout] = []
    }

    private var pending: Pending?
    private var lastCommit: CommitNumber
    private var watermark = Position.none
    private var synced: Position?

    init(name: String, number: SegmentNumber, mayBeTorn: Bool, commitBefore: CommitNumber) {
        self.name = name
        self.number = number
        self.mayBeTorn = mayBeTorn
        lastCommit = commitBefore
    }

    /// Whether the whole segment could be read.
    var isSound: Bool { lostRanges.isEmpty && !isNewer }

    /// Reads the segment.
    /// - Parameters:
    ///   - view: The bytes up to the segment's valid length.
    ///   - progress: Called with the bytes read so far; throws to stop.
    mutating func run(
        _ view: ByteView, from start: FrameCursor, _ progress: (Int) throws -> Void
    ) throws {
        var scanner = DamageScanner(view, from: start)
        var reported = 0
        while true {
            if scanner.cursor.offset - reported >= 1 << 20 {
                reported = scanner.cursor.offset
                try progress(reported)
            }
            let before = scanner
            switch scanner.next() {
            case .frame(let frame): add(frame)
            case .damaged(let frame):
                if isTorn(before, view) { return }
                lostRanges.append(frame.range)
                add(frame)
            case .gap(let range, let error):
                if isTorn(before, view) { return }
                if !range.isEmpty { lostRanges.append(range) }
                // After inserted bytes the log continues where it was.
                let (here, there) = (before.cursor, scanner.cursor)
                guard here.position != there.position || here.chain != there.chain else { continue }
                passGap(range, error, before)
            case .unsupported(let error):
                isNewer = true
                lostRanges.append(error.offset..<max(error.offset, view.count))
                return
            case .end: return
            }
        }
    }

    private mutating func isTorn(_ scanner: DamageScanner, _ view: ByteView) -> Bool {
        guard mayBeTorn else { return false }
        let ahead = synced ?? scanner.highestWatermarkAhead() ?? .none
        synced = ahead
        guard TornTail.isTorn(at: scanner.cursor.position, synced: max(ahead, watermark)) else {
            return false
        }
        tornBytes = view[scanner.cursor.offset..<view.count].countWithoutTrailingZeros
        return true
    }

    private mutating func passGap(
        _ range: Range<Int>, _ error: FormatError, _ scanner: DamageScanner
    ) {
        let next = pending.map { ($0.commit, $0.nextPart) } ?? lastCommit.next.map { ($0, 0) }
        if let (commit, part) = next,
            let frame = scanner.presumedFrame(in: range, commit: commit, part: part, error: error)
        {
            add(frame)
        } else {
            // There may have been an abort.
            pending = nil
        }
    }

    // MARK: Frames

    private mutating func add(_ frame: Frame) {
        watermark = max(watermark, frame.header.watermark)
        var part = Part()
        switch frame.header.kind {
        case .records:
            rescue(frame.records, at: frame.recordsOffset, frame.header.commit, &part.versions)
        case .schema:
            if let schema = try? StoredSchema.decode(frame) { part.schemas = [schema] }
        case .layout: if let layout = try? Layout.decode(frame) { part.layouts = [layout] }
        case .compacted:
            rescueRuns(frame.payload, at: frame.payloadOffset, frame.header)
        case .abort:
            takeBack(frame.header.commit, frame.payload.count == 4 ? frame.payload.load(at: 0) : 0)
        case .replaces:
            if let replaces = try? Replaces.decode(frame) {
                replaced = Set(replaces.sources.map(\.segment))
            }
        case .seal: isSealed = true
        default: break
        }
        add(part, frame.header)
    }

    private mutating func add(_ frame: DamageScanner.DamagedFrame) {
        var part = Part()
        switch frame.header.kind {
        case .records:
            rescue(frame.records, at: frame.recordsOffset, frame.header.commit, &part.versions)
        case .compacted: rescueRuns(frame.payload, at: frame.payloadOffset, frame.header)
        case .abort: takeBack(frame.header.commit, 0)
        case .layout: part.layouts = define(frame, Layout.decode)
        case .schema: part.schemas = define(frame, StoredSchema.decode)
        default: break
        }
        add(part, frame.header)
    }

    /// Returns the definition in a frame with one wrong bit; none if more is wrong.
    private func define<Definition>(
        _ frame: DamageScanner.DamagedFrame,
        _ decode: (ByteView, Int) throws(FormatError) -> Definition
    ) -> [Definition] {
        guard let bytes = frame.definition else { return [] }
        let definition = bytes.withView { view in try? decode(view, frame.payloadOffset) }
        return definition.map { [$0] } ?? []
    }

    private mutating func add(_ part: Part, _ header: FrameHeader) {
        guard header.isPartOfCommit else {
            accept(part, header.commit)
            return
        }
        if header.flags.contains(.first) || header.part == 0 {
            pending = Pending(commit: header.commit, nextPart: 0, firstPart: 0)
        } else if pending?.commit != header.commit || pending?.nextPart != header.part {
            // The previous parts are lost. From here on no part is missing.
            pending = Pending(
                commit: header.commit, nextPart: header.part, firstPart: header.part)
        }
        pending?.parts.append(part)
        pending?.nextPart = header.part &+ 1
        guard header.flags.contains(.last), let commit = pending else { return }
        for part in commit.parts { accept(part, commit.commit) }
        lastCommit = commit.commit
        pending = nil
    }

    private mutating func accept(_ part: Part, _ commit: CommitNumber) {
        versions += part.versions
        schemas += part.schemas.map { (commit, $0) }
        layouts += part.layouts
    }

    /// Applies an abort: parts from `part` on are void.
    private mutating func takeBack(_ commit: CommitNumber, _ part: UInt32) {
        guard let open = pending, open.commit == commit, part > open.firstPart,
            Int(part - open.firstPart) <= open.parts.count
        else {
            pending = nil
            return
        }
        pending?.parts.removeSubrange(Int(part - open.firstPart)...)
        pending?.nextPart = part
    }

    // MARK: Records

    private func rescue(
        _ records: ByteView, at origin: Int, _ commit: CommitNumber,
        _ versions: inout [RescuedVersion]
    ) {
        var rescue = RecordRescue(records, at: origin)
        while let found = rescue.next() {
            switch found {
            case .record(let record, let offset):
                versions.append(RescuedVersion(record, commit, in: number, at: offset))
            case .damaged(let bytes, let offset):
                guard bytes.count >= RecordFields.size else { continue }
                versions.append(RescuedVersion(damaged: bytes, commit, in: number, at: offset))
            }
        }
    }

    /// Finds the records in the runs of a compacted frame. A run's header has no CRC of its own. So
    /// after bad bytes it must be plausible: commits ascend, and the number of records is right.
    private mutating func rescueRuns(_ payload: ByteView, at origin: Int, _ header: FrameHeader) {
        var offset = 0
        var former = lastCommit
        while payload.count - offset >= RunFields.size {
            let bytes = payload[offset..<payload.count]
            let commit = CommitNumber(bytes.load(at: RunFields.commit.offset))
            let length = Int(bytes.load(UInt32.self, at: RunFields.length.offset))
            let count = Int(bytes.load(UInt32.self, at: RunFields.records.offset))
            let room = payload.count - offset - RunFields.size
            guard commit >= former, commit <= header.commit, length <= room,
                count <= length / RecordFields.size
            else { return }
            offset += RunFields.size
            var found: [RescuedVersion] = []
            rescue(payload[offset..<offset + length], at: origin + offset, commit, &found)
            guard found.count == count else { return }
            versions += found
            offset += length
            former = commit
            lastCommit = commit
        }
    }
}
