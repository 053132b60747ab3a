internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// Prints the bytes of a store's files with their meaning.
struct FileDump {
    /// The offset of the first byte of each file that is shown.
    let start: Int
    /// The offset after the last byte that is shown.
    let end: Int
    let output: Output

    private let dump = HexDump()

    init(start: Int, end: Int, output: Output) {
        self.start = start
        self.end = end
        self.output = output
    }

    func write(_ file: StoreFiles.Contents, name: String) throws {
        let count = file.bytes.view.count + file.zerosBehind
        try output.line("\(TerminalText.escaped(name)), \(ByteCount.counted(count, "byte"))")
        try file.bytes.read { try write($0, Self.kind($0, name)) }
        if file.zerosBehind > 0, end > file.bytes.view.count {
            try output.line("\(ByteCount.counted(file.zerosBehind, "zero byte")) more")
        }
        try output.line("")
    }

    private func write(_ view: ByteView, _ kind: Kind) throws {
        var failure: (any Error)?
        let sink: (Annotation) -> Void = { annotation in
            // The annotator cannot be stopped; if the reader has gone, the rest is not written.
            guard failure == nil else { return }
            do { try write(annotation, in: view) } catch { failure = error }
        }
        switch kind {
        case .segment:
            let relevant = view[0..<Self.endOfFrames(view, covering: end)]
            SegmentAnnotator.annotate(relevant, sink)
        case .manifest: ManifestAnnotator.annotate(view, sink)
        case .checkpoint: CheckpointAnnotator.annotate(view, sink)
        case .other:
            sink(
                Annotation(
                    .text, offset: 0, length: view.count, depth: 0,
                    text: "neither a segment, a manifest nor a checkpoint, shown as it is"))
        }
        if let failure { throw failure }
    }

    private func write(_ annotation: Annotation, in view: ByteView) throws {
        let first = max(start, annotation.offset)
        let last = min(end, annotation.offset + annotation.length)
        // A remark has no bytes: it belongs to the byte at its offset.
        let isShown =
            annotation.length > 0
            ? first < last : annotation.offset >= start && annotation.offset < end
        guard isShown else { return }
        var shown = annotation
        if annotation.style == .field || annotation.style == .text {
            shown = Annotation(
                annotation.style, offset: first, length: last - first, depth: annotation.depth,
                text: annotation.text)
        }
        for line in dump.lines(shown, in: view) { try output.line(TerminalText.escaped(line)) }
    }

    // MARK: Kinds of files

    private enum Kind {
        case segment
        case manifest
        case checkpoint
        case other
    }

    /// Returns the kind of a file, by its content, since the file may have been renamed; and by its
    /// name, since the content may be damaged.
    private static func kind(_ view: ByteView, _ path: String) -> Kind {
        let magic = view.count >= 8 ? view.load(UInt64.self, at: 0) : 0
        if magic == SegmentHeaderFields.magic { return .segment }
        if magic == CheckpointHeaderFields.magic { return .checkpoint }
        let word = Array("nacre ".utf8)
        if view.count >= word.count, view[0..<word.count].bytes == word { return .manifest }
        let name = path.split(separator: "/").last.map { String($0) } ?? ""
        if FileName.segmentNumber(name) != nil { return .segment }
        if FileName.checkpointNumber(name) != nil { return .checkpoint }
        return [FileName.manifest, FileName.formerManifest].contains(name) ? .manifest : .other
    }

    /// Returns the end of the frame that holds a byte, so that later bytes need not be annotated:
    /// annotating is slow, and segments are large.
    private static func endOfFrames(_ view: ByteView, covering end: Int) -> Int {
        guard end < view.count, let header = try? SegmentHeader.decode(view) else {
            return view.count
        }
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        while scanner.cursor.offset < end {
            guard case .frame = scanner.next() else { return view.count }
        }
        return scanner.cursor.offset
    }
}
