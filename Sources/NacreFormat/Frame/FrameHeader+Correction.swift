extension FrameHeader {
    /// Returns the fields of the header at a cursor, after correcting one wrong bit, which the CRC
    /// identifies. Nil if more is wrong, or if the frame does not belong there.
    /// - Returns: The header's bytes before its CRC.
    static func corrected(_ view: ByteView, at cursor: FrameCursor) -> [UInt8]? {
        guard view.count >= FrameHeaderFields.size else { return nil }
        let end = FrameHeaderFields.headerCRC.offset
        let stored: UInt32 = view.load(at: end)
        let difference = stored ^ cursor.headerCRC(view[0..<end])
        var fields = view[0..<end].bytes
        // A wrong bit in the CRC itself leaves the fields unchanged.
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
