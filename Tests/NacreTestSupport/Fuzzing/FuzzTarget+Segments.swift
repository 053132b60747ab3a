internal import NacreEngine
internal import NacreFormat

/// Segments: their frames one by one, and the store around them.
extension FuzzTarget {
    /// A segment's frames with all that they hold, without a store around them.
    static let frame = FuzzTarget(name: "frame", seeds: { try segments() }) { input in
        guard let (mode, bytes) = FuzzMode.split(input) else { return }
        var segment = bytes
        if mode.contains(.isSealed) {
            segment = SegmentSealer.sealingHeader(of: bytes)
            segment = SegmentSealer.reseal(segment, after: .none)?.bytes ?? segment
        }
        try segment.withView { view in
            if mode.contains(.isOther) {
                _ = HexDump(fieldSizeMax: 32).lines(ofSegment: view).count
            } else {
                try scan(view)
            }
        }
    }

    /// A segment of a store, which is then opened, read, checked and compacted.
    static let segment = FuzzTarget(name: "segment", seeds: { try segments() }) { input in
        guard let (mode, bytes) = FuzzMode.split(input) else { return }
        // Without this, almost any header would be refused only because of its checksum.
        let segment = SegmentSealer.sealingHeader(of: bytes)
        let files: [String: [UInt8]]
        do {
            let store = mode.contains(.isOther) ? try compactedStore.get() : try smallStore.get()
            let isSealed = mode.contains(.isSealed)
            guard let forged = store.replacing(segment: 0, with: segment, sealing: isSealed) else {
                return
            }
            files = forged
        }
        do {
            try ForgedStore.exercise(files)
        } catch let error as StoreError {
            try require(error.file != nil, "an error without a file: \(error)")
        }
        try checkThatReadersAgree(files)
    }

    /// Checks that a segment is read alike by a reader, by the next writer, which may have to
    /// repair it, and by the writer after that.
    private static func checkThatReadersAgree(_ files: [String: [UInt8]]) throws {
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        func open(_ options: Database.Options) -> Database? {
            try? Database(at: TestStore.path, options: options, fileSystem: fileSystem)
        }
        guard let reader = open(.readOnly) else { return }
        guard let contents = try? TestStore.contents(of: reader.snapshot()) else { return }
        for _ in 0..<2 {
            guard let writer = open(Database.Options()) else { return }
            try requireEqual(try TestStore.contents(of: writer.snapshot()), contents, "reopened")
            // In builds with checks, closing checks more than reading does, for instance forged
            // JSON text.
            do { try writer.close() } catch let error as StoreError {
                try require(error.code == .corrupt && error.file != nil, "closing: \(error)")
            }
        }
    }

    private static func scan(_ view: ByteView) throws {
        guard let header = try? SegmentHeader.decode(view) else { return }
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        var rules = FrameRules(header)
        while case .frame(let frame) = scanner.next() {
            try require(frame.end <= view.count, "a frame ends behind the segment")
            try? rules.check(frame)
            read(frame)
        }
        if let ahead = scanner.highestWatermarkAhead() { _ = ahead > scanner.cursor.position }
    }

    /// Reads all that a frame holds, as far as it can be read.
    private static func read(_ frame: Frame) {
        _ = Prelude(frame.prelude)
        switch frame.header.kind {
        case .layout: _ = try? Layout.decode(frame)
        case .schema: _ = try? StoredSchema.decode(frame)
        case .seal: _ = try? Seal.decode(frame)
        case .replaces: _ = try? Replaces.decode(frame)
        case .records:
            var records = frame.group
            while let next = try? records.next() { _ = next.record.computedCRC }
        case .compacted:
            var runs = RunSequence(frame)
            while var next = try? runs.next() {
                while let found = try? next.records.next() { _ = found.record.computedCRC }
            }
        default: break
        }
    }

    // MARK: Seeds

    private static func segments() throws -> [[UInt8]] {
        let stores = [try smallStore.get(), try compactedStore.get()]
        let bytes =
            [Samples.emptySegment, try Samples.twoCommits()]
            + stores.map { $0.writtenBytes(ofSegment: 0) }
        return FuzzMode.inputs(bytes)
    }

    private static let smallStore = Result { try ForgedStore(files(compacted: false)) }
    private static let compactedStore = Result { try ForgedStore(files(compacted: true)) }

    /// Returns the files of a store with a little of everything, in a few kilobytes.
    private static func files(compacted: Bool) throws -> [String: [UInt8]] {
        let store = try TestStore()
        for number in 1...3 {
            try store.database.performChanges(author: "anna", note: "\(number)") { changes in
                if number == 1 { try CityEntity.define(in: changes) }
                for id in 0..<3 {
                    let name = String(repeating: "n", count: id * number)
                    try changes.save(
                        CityEntity.values(Int64(id + number), name, population: Int64(number)),
                        in: CityEntity.name)
                }
                try changes.delete(.int(Int64(number)), from: CityEntity.name)
            }
        }
        if compacted { _ = try store.database.compact() }
        try store.database.close()
        return store.files.contents(of: TestStore.path)
    }
}
