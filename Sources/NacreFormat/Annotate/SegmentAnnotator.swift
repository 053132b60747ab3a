/// Annotates the bytes of a segment: header, frames, and the bytes after the last valid frame.
/// Accepts any bytes; invalid parts are marked and shown as they are.
package enum SegmentAnnotator {
    /// Annotates a segment.
    /// - Parameter view: The segment's bytes, valid or not.
    package static func annotate(_ view: ByteView, _ sink: @escaping (Annotation) -> Void) {
        var annotator = Annotator(view, sink: sink)
        let header: SegmentHeader
        do { header = try SegmentHeader.decode(view) } catch {
            annotator.remark("no valid segment header: \(error)")
            annotator.add(.text, count: annotator.remaining, "raw bytes")
            return
        }
        addHeader(header, &annotator)
        var layouts: [LayoutID: Layout] = [:]
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        var number = 0
        while true {
            switch scanner.next() {
            case .frame(let frame):
                FrameAnnotator(frame, number: number).annotate(&annotator, &layouts)
                number += 1
            case .end(let end):
                addEnd(end, &annotator)
                return
            }
        }
    }

    /// Returns all annotations at once, for small segments.
    package static func annotations(_ view: ByteView) -> [Annotation] {
        var annotations: [Annotation] = []
        annotate(view) { annotations.append($0) }
        return annotations
    }

    private static func addHeader(_ header: SegmentHeader, _ annotator: inout Annotator) {
        annotator.beginGroup(
            "segment header: segment \(header.number), \(header.origin)",
            length: SegmentHeaderFields.size)
        annotator.add(fields: SegmentHeaderFields.all) { name, bytes in
            name == "origin" ? "origin: \(bytes[0]) \(header.origin)" : nil
        }
        annotator.endGroup()
    }

    private static func addEnd(_ end: FrameScanner.End, _ annotator: inout Annotator) {
        switch end {
        case .endOfLog:
            annotator.remark("end of log")
            let zeros = "\(annotator.remaining) zero bytes"
            annotator.add(.elided, count: annotator.remaining, zeros)
        case .invalid(let error):
            annotator.remark("no valid frame: \(error)")
            annotator.add(.text, count: annotator.remaining, "raw bytes")
        case .unsupported(let error):
            annotator.remark("a frame of another version: \(error)")
            annotator.add(.text, count: annotator.remaining, "raw bytes")
        }
    }
}
