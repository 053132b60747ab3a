package import NacreFormat

/// Runs `body` with the frame of a segment that holds only this payload.
package func withFrame<Result>(
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
