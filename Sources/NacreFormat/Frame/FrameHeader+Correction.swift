extension FrameHeader {
    /// The fields of the header that stands at a cursor, or stood there before one bit of it went
    /// wrong: its CRC says which. Nil if more is wrong, or if the frame does not belong there.
    /// - Returns: all bytes that the CRC is over.
    static func corrected(_ view: ByteView, at cursor: FrameCursor) -> [UInt8]? {
        guard view.count >= FrameHeaderFields.size else { return nil }
        let end = FrameHeaderFields.headerCRC.offset
        let stored: UInt32 = view.load(at: end)
        let difference = stored ^ cursor.headerCRC(view[0..<end])
        var fields = view[0..<end].bytes
        // A wrong bit of the CRC itself leaves them as they were.
        if difference.nonzeroBitCount > 1 {
            guard fields.correctBit(by: difference, followedBy: FrameCursor.headerCRCExtra) else {
                return nil
            }
        }
        let belongs = fields.withView { fields in
            let header = FrameHeader(fields: fields)
            return fields.load(UInt32.self, at: FrameHeaderFields.magicField.offset)
                == FrameHeaderFields.magic && header.chain == cursor.chain
                && (header.salt == cursor.salt || header.kind == .open)
        }
        return belongs ? fields : nil
    }
}
