/// The schemas and layouts in a checkpoint: u32 frame kind, u32 length, the payload that a frame of
/// that kind would have, zeros to a multiple of 8.
package enum CatalogItems {
    private static let alignment = PackedTopFields.alignment

    package static func append(_ schema: EntitySchema, to buffer: ByteBuffer) {
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

    /// The items as frames of a log would bring them, so that they are read and checked by the same
    /// code.
    /// - Parameter origin: where the section begins in its file.
    package static func frames(
        _ view: ByteView, origin: Int
    ) throws(FormatError) -> [Frame] {
        var reader = ByteReader(view, structure: "catalog item", origin: origin)
        var frames: [Frame] = []
        while reader.remaining > 0 {
            let code: UInt32 = try reader.read("kind")
            guard let kind = UInt8(exactly: code).flatMap(FrameKind.init(rawValue:)),
                kind == .schema || kind == .layout
            else { throw reader.error(.badValue, "kind", expected: "2 or 10", found: "\(code)") }
            let length = Int(try reader.read("length", as: UInt32.self))
            // Where the header of a frame would begin, so that errors name the payload's place.
            let offset = origin + reader.offset - FrameHeaderFields.size
            let payload = try reader.take(length, "payload")
            try reader.padding(to: alignment)
            frames.append(
                Frame(
                    header: FrameHeader(
                        kind, commit: CommitNumber(0), watermark: .none, time: 0),
                    offset: offset, payload: payload, headerBytes: .empty))
        }
        return frames
    }
}
