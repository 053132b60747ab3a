import NacreFormat
import NacreTestSupport

/// What a scan over a whole segment finds, for tests that need no payloads.
struct Scan {
    var headers: [FrameHeader] = []
    /// Where each frame begins, and where the scan ended.
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

/// Runs `body` with the frame of a segment that holds only this payload.
func withFrame<Result>(
    _ kind: FrameKind, payload: [UInt8], _ body: (Frame) throws -> Result
) throws -> Result {
    var builder = SegmentBuilder()
    builder.add(kind, payload: { $0.append(payload) })
    return try builder.bytes.withView { view in
        let header = try SegmentHeader.decode(view)
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        switch scanner.next() {
        case .frame(let frame): return try body(frame)
        case .end(.invalid(let error)), .end(.unsupported(let error)): throw error
        case .end(.endOfLog):
            throw FormatError(
                .truncated, structure: "frame", field: "", offset: 0, expected: "", found: "")
        }
    }
}

extension Array where Element == UInt8 {
    /// A copy with one bit changed.
    func flipping(bit: Int) -> [UInt8] {
        var copy = self
        copy[bit / 8] ^= 1 << UInt8(bit % 8)
        return copy
    }

    /// A copy with an integer written over it.
    func setting<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) -> [UInt8] {
        var copy = self
        for index in 0..<MemoryLayout<Integer>.size {
            copy[offset + index] = UInt8(truncatingIfNeeded: value >> Integer(8 * index))
        }
        return copy
    }

    /// A copy in which the CRC at an offset is that of a range.
    func repairingCRC(at offset: Int, of range: Range<Int>) -> [UInt8] {
        setting(withView { $0[range].crc }, at: offset)
    }
}

/// What a byte is changed to where trying all values would take too long.
func hostileBytes(insteadOf byte: UInt8) -> [UInt8] {
    [0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF, byte ^ 1, byte ^ 0x20, byte &+ 1, byte &- 1]
        .filter { $0 != byte }
}
