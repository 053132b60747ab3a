/// Annotates the bytes of a valid frame: its header, and its payload according to its kind.
struct FrameAnnotator {
    private let frame: Frame
    private let number: Int

    init(_ frame: Frame, number: Int) {
        self.frame = frame
        self.number = number
    }

    private var payloadEnd: Int { frame.payloadOffset + frame.payload.count }

    /// Annotates the frame.
    /// - Parameter layouts: The layouts seen so far in the segment. A layout in this frame is
    ///   added.
    func annotate(_ annotator: inout Annotator, _ layouts: inout [LayoutID: Layout]) {
        annotator.beginGroup(
            "frame \(number): \(kindName), commit \(frame.header.commit)",
            length: frame.end - frame.offset)
        annotator.add(fields: FrameHeaderFields.all, describe: describe)
        addPrelude(&annotator)
        switch frame.header.kind {
        case .records:
            RecordAnnotator(layouts: layouts).annotate(upTo: recordsEnd, &annotator)
            annotator.add(upTo: payloadEnd, digestText)
        case .layout: addLayout(&annotator, &layouts)
        case .schema: annotator.add(.text, upTo: payloadEnd, "schema")
        case .abort: annotator.add(upTo: payloadEnd, abortText)
        case .seal: addSeal(&annotator)
        case .replaces: addReplaces(&annotator)
        case .preludes: addPreludes(&annotator)
        case .compacted: addRuns(&annotator, layouts)
        case .open, .close, .confirm, nil: annotator.add(.text, upTo: payloadEnd, "payload")
        }
        annotator.add(upTo: frame.end, "padding")
        annotator.endGroup()
    }

    private var kindName: String {
        frame.header.kind.map { "\($0)" } ?? "unknown kind \(frame.header.kindCode)"
    }

    private func describe(_ name: String, _ bytes: ByteView) -> String? {
        switch name {
        case "kind": "kind: \(bytes[0]) \(kindName)"
        case "flags": "flags: \(bytes[0])\(flagNames)"
        case "watermark": "watermark: \(frame.header.watermark)"
        default: nil
        }
    }

    private var flagNames: String {
        var names = ""
        if frame.header.flags.contains(.first) { names += " first" }
        if frame.header.flags.contains(.last) { names += " last" }
        return names
    }

    /// Annotates author, zero byte, note and zeros. Without a zero byte the prelude is one field.
    private func addPrelude(_ annotator: inout Annotator) {
        let prelude = frame.prelude
        let zero = (0..<prelude.count).first { prelude[$0] == 0 } ?? prelude.count
        annotator.add(.text, count: zero, "author")
        annotator.add(count: min(1, prelude.count - zero), "zero byte")
        let rest = prelude[min(zero + 1, prelude.count)..<prelude.count]
        let note = (0..<rest.count).first { rest[$0] == 0 } ?? rest.count
        annotator.add(.text, count: note, "note")
        annotator.add(count: rest.count - note, "padding")
    }

    private var recordsEnd: Int {
        frame.recordsOffset + frame.records.count
    }

    private var digestText: String {
        frame.digest.map { "commit digest: 0x\($0.rawValue.hex)" } ?? "payload"
    }

    private var abortText: String {
        guard frame.payload.count == 4 else { return "payload: not a part number" }
        return "part: \(frame.payload.load(UInt32.self, at: 0))"
    }

    private func addLayout(_ annotator: inout Annotator, _ layouts: inout [LayoutID: Layout]) {
        do {
            let layout = try Layout.decode(frame)
            layouts[layout.id] = layout
            LayoutAnnotator(layout).annotate(&annotator)
        } catch {
            addBad(error, upTo: payloadEnd, &annotator)
        }
    }

    private func addSeal(_ annotator: inout Annotator) {
        do {
            _ = try Seal.decode(frame)
            annotator.add(fields: SealFields.all)
        } catch {
            addBad(error, upTo: payloadEnd, &annotator)
        }
    }

    private func addReplaces(_ annotator: inout Annotator) {
        do {
            let replaces = try Replaces.decode(frame)
            annotator.add(count: 4, "count: \(replaces.sources.count)")
            annotator.add(count: 4, "zero")
            for source in replaces.sources {
                annotator.add(count: 4, "segment: \(source.segment)")
                annotator.add(count: 4, "digest: 0x\(source.digest.hex)")
            }
        } catch {
            addBad(error, upTo: payloadEnd, &annotator)
        }
    }

    private func addPreludes(_ annotator: inout Annotator) {
        do {
            for entry in try Preludes.decode(frame).entries {
                annotator.add(count: 8, "commit number: \(entry.commit)")
                annotator.add(count: 4, "length: \(entry.bytes.count)")
                annotator.add(count: 4, "zero")
                annotator.add(.text, upTo: annotator.offset + entry.bytes.count, "author, note")
            }
        } catch {
            addBad(error, upTo: payloadEnd, &annotator)
        }
    }

    private func addRuns(_ annotator: inout Annotator, _ layouts: [LayoutID: Layout]) {
        var reader = ByteReader(frame.payload, structure: "run", origin: frame.payloadOffset)
        do {
            while reader.remaining > 0 {
                let (run, records) = try Run.decode(&reader)
                annotator.beginGroup(
                    "run: commit \(run.commit)", length: RunFields.size + records.count)
                annotator.add(fields: RunFields.all)
                RecordAnnotator(layouts: layouts).annotate(
                    upTo: annotator.offset + records.count, &annotator)
                annotator.endGroup()
            }
        } catch {
            addBad(error, upTo: payloadEnd, &annotator)
        }
    }

    private func addBad(_ error: FormatError, upTo end: Int, _ annotator: inout Annotator) {
        annotator.remark("not valid: \(error)")
        annotator.add(.text, upTo: end, "raw bytes")
    }
}
