internal import NacreEngine
internal import NacreFormat

/// A store of about 64 KB to be damaged, with frames of every kind and a checkpoint, and its
/// expected content.
struct DamagedStore {
    let image: CrashImage
    let history: [ModelState]
    /// The kinds of all frames.
    let kinds: Set<FrameKind>
    /// The segment that commits are appended to.
    let active: String
    /// The offset in the active segment after each commit.
    let ends: [(offset: Int, commit: Int)]
    /// The frames of the active segment.
    let frames: [ScannedFrame]
    /// The watermark of the active segment: everything before it had been synced.
    let watermark: Int

    /// - Parameter isClosed: Whether the writer closed the store, or was killed.
    init(isClosed: Bool) throws {
        var maker = try Maker(segmentSizeNominal: 4000)
        try maker.commit(count: 10)
        try maker.compact()
        try maker.commit(count: 3)
        try maker.reopen()
        try maker.commit(count: 3)
        try maker.appendRareFrames()
        try maker.commit(count: 3)
        try maker.reopen(segmentSizeNominal: 20_000)
        try maker.commit(count: 15)
        _ = try maker.database.checkpoint()
        try maker.commit(count: 12)
        try maker.end(isClosed: isClosed)
        history = maker.history
        image = maker.disk.point.state.shown.durableImage
        active = maker.activeName
        var kinds: Set<FrameKind> = []
        for file in image.files where FileName.segmentNumber(file.name) != nil {
            kinds.formUnion(file.state.frames.compactMap(\.kind))
        }
        self.kinds = kinds
        let frames = image.files.first { $0.name == maker.activeName }?.state.frames ?? []
        self.frames = frames
        ends = frames.filter(\.endsCommit).map { ($0.end, Int($0.commit)) }
        watermark = frames.map(\.watermark).max() ?? 0
        // Without commits at its end, the log cannot show an earlier one.
        guard ends.count > 5 else { throw Wrong("\(ends.count) commits in the active segment") }
    }
}

/// A frame as a scan shows it.
struct ScannedFrame {
    let kind: FrameKind?
    let start: Int
    /// The offset after the payload.
    let payloadEnd: Int
    /// The offset after the padding.
    let end: Int
    let commit: UInt64
    let endsCommit: Bool
    /// The watermark in the frame's own segment.
    let watermark: Int
}

extension FileState {
    /// The valid frames of a segment.
    var frames: [ScannedFrame] {
        bytes.withView { view in
            guard let header = try? SegmentHeader.decode(view) else { return [] }
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            var frames: [ScannedFrame] = []
            while case .frame(let frame) = scanner.next() {
                let mark = frame.header.watermark
                frames.append(
                    ScannedFrame(
                        kind: frame.header.kind, start: frame.offset,
                        payloadEnd: frame.payloadOffset + frame.payload.count,
                        end: scanner.cursor.offset,
                        commit: frame.header.commit.rawValue,
                        endsCommit: frame.header.flags.contains(.last),
                        watermark: mark.segment == header.number ? mark.offset : 0))
            }
            return frames
        }
    }
}

/// Writes the store.
private struct Maker {
    let disk = SimulatedDisk()
    var database: Database
    var history = [ModelState()]
    var segmentSizeNominal: Int
    private let environment = Environment.repeatable(seed: 64)
    private var random = SplitMix64(seed: 64)
    /// The name of the active segment. It is the newest segment, since this store is not read
    /// through its manifest here.
    var activeName: String {
        disk.point.state.shown.names.keys.filter { FileName.segmentNumber($0) != nil }.max() ?? ""
    }

    init(segmentSizeNominal: Int) throws {
        self.segmentSizeNominal = segmentSizeNominal
        database = try Self.open(disk, segmentSizeNominal, environment)
    }

    private static func open(
        _ disk: SimulatedDisk, _ size: Int, _ environment: Environment
    ) throws -> Database {
        try Database(
            at: TestStore.path,
            options: Database.Options(createsStore: true, segmentSizeNominal: size),
            fileSystem: disk, environment: environment)
    }

    mutating func commit(count: Int) throws {
        for _ in 0..<count {
            var model = history[history.count - 1]
            var random = random
            try database.performChanges(author: "anna", note: "round \(history.count)") { changes in
                if model.entities.isEmpty {
                    try model.define("A", in: changes)
                    // Compacted segments keep the authors.
                    try changes.setHistory(.forever)
                }
                if history.count == 4 { try model.widen("A", in: changes) }
                for _ in 0..<4 {
                    try model.save(
                        Int64(random.next(upTo: 60)), random.next(upTo: 9999),
                        length: Int(random.next(upTo: 500)), in: "A", changes)
                }
                try model.delete(Int64(random.next(upTo: 60)), from: "A", changes)
            }
            self.random = random
            history.append(model)
        }
    }

    mutating func compact() throws {
        _ = try database.compact()
        // Rewrites segments of which all former records are kept, too.
        try database.compact(segments: 0..<Int.max)
    }

    mutating func reopen(segmentSizeNominal size: Int? = nil) throws {
        try database.close()
        segmentSizeNominal = size ?? segmentSizeNominal
        database = try Self.open(disk, segmentSizeNominal, environment)
    }

    mutating func end(isClosed: Bool) throws {
        if isClosed { try database.close() }
    }

    /// Ends the process in the middle of a commit that it has begun to abort, and opens the store
    /// again. The frames are written directly, because parts reach the file early only in commits
    /// that are larger than this store.
    mutating func appendRareFrames() throws {
        let name = activeName
        disk.kill()
        let file = try disk.openDirectory(TestStore.path, creating: false).open(name, .writing)
        let number = UInt64(history.count)
        let (offset, bytes) = try file.copy(file.size()).read { view in
            let header = try SegmentHeader.decode(view)
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            while case .frame = scanner.next() {}
            let start = scanner.cursor
            let buffer = ByteBuffer()
            var encoder = FrameEncoder(buffer: buffer, cursor: start)
            let prelude = Prelude(author: "", note: "").encoded
            var part = FrameHeader(
                .records, commit: CommitNumber(number), watermark: start.position, time: 0)
            part.flags.insert(.first)
            part.preludeLength = UInt16(prelude.count)
            encoder.append(part) { $0.append(prelude) }
            encoder.append(
                FrameHeader(
                    .abort, commit: CommitNumber(number), watermark: start.position, time: 0)
            ) { $0.append(UInt32(0)) }
            encoder.append(
                FrameHeader(
                    .confirm, commit: CommitNumber(number - 1),
                    watermark: encoder.cursor.position, time: 0))
            return (start.offset, buffer.view.bytes)
        }
        try bytes.withView { view throws(FileError) in try file.write(view, at: offset) }
        database = try Self.open(disk, segmentSizeNominal, environment)
    }
}
