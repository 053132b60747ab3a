/// The schemas and layouts in a checkpoint: u32 frame kind, u32 length, the payload that a frame of
/// that kind would have, zeros to a multiple of 8.
///
/// They are returned as frames, so that the code for frames of the log checks them.
package struct CatalogItems {
    private static let alignment = PackedTopFields.alignment

    private let origin: Int
    private var reader: ByteReader

    /// Starts reading.
    /// - Parameters:
    ///   - view: The section.
    ///   - origin: The offset of the section in its file.
    package init(_ view: ByteView, origin: Int) {
        self.origin = origin
        reader = ByteReader(view, structure: "catalog item", origin: origin)
    }

    package static func append(_ schema: StoredSchema, to buffer: ByteBuffer) {
        append(.schema, to: buffer) { schema.encode(into: $0) }
    }

    package static func append(_ layout: Layout, to buffer: ByteBuffer) {
        append(.layout, to: buffer) { layout.encode(into: $0) }
    }

    private static func append(
        _ kind: FrameKind, to buffer: ByteBuffer, _ encode: (ByteBuffer) -> Void
    ) {
        buffer.append(UInt32(kind.rawValue))
        let place = buffer.count
        buffer.append(UInt32(0))
        let start = buffer.count
        encode(buffer)
        buffer.set(UInt32(buffer.count - start), at: place)
        buffer.pad(to: alignment)
    }

    /// Returns the next item; nil after the last.
    package mutating func next() throws(FormatError) -> Frame? {
        if reader.remaining == 0 { return nil }
        let code: UInt32 = try reader.read("kind")
        guard let kind = UInt8(exactly: code).flatMap(FrameKind.init(rawValue:)),
            kind == .schema || kind == .layout
        else { throw reader.error(.badValue, "kind", expected: "2 or 10", found: "\(code)") }
        let length = Int(try reader.read("length", as: UInt32.self))
        // The offset at which a frame's header would begin, so that errors have the payload's
        // offset.
        let offset = origin + reader.offset - FrameHeaderFields.size
        let payload = try reader.take(length, "payload")
        try reader.padding(to: Self.alignment)
        return Frame(
            header: FrameHeader(kind, commit: CommitNumber(0), watermark: .none, time: 0),
            offset: offset, payload: payload, headerBytes: .empty)
    }
}
