import NacreFormat
import NacreTestSupport

/// The result of a scan over a whole segment, for tests that need no payloads.
struct Scan {
    var headers: [FrameHeader] = []
    /// The offset of each frame, and the end of the scan.
    var offsets: [Int] = []
    var end = FrameScanner.End.endOfLog
    var highestWatermarkAhead: Position?

    init(_ bytes: [UInt8]) throws {
        try bytes.withView { (view) throws(FormatError) in
            let header = try SegmentHeader.decode(view)
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            while true {
                offsets.append(scanner.cursor.offset)
                switch scanner.next() {
                case .frame(let frame): headers.append(frame.header)
                case .end(let end):
                    self.end = end
                    highestWatermarkAhead = scanner.highestWatermarkAhead()
                    return
                }
            }
        }
    }

    /// The kind and the field of the error at the end, or nil after a good end.
    var failure: (kind: FormatError.Kind, field: String)? {
        switch end {
        case .endOfLog: nil
        case .invalid(let error), .unsupported(let error): (error.kind, error.field)
        }
    }

    var isUnsupported: Bool {
        if case .unsupported = end { true } else { false }
    }
}

/// Returns replacements for a byte, if trying all values would take too long.
func hostileBytes(insteadOf byte: UInt8) -> [UInt8] {
    [0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF, byte ^ 1, byte ^ 0x20, byte &+ 1, byte &- 1]
        .filter { $0 != byte }
}
