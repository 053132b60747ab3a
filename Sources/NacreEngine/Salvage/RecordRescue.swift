internal import NacreFormat

/// Finds the records of a group some bytes of which may be bad: each record is judged by its own
/// CRC. Behind a bad one it goes on where its length leads, or else at the first place from which
/// whole records lead to the very end of the group: a value that looks like a record leads nowhere.
struct RecordRescue {
    enum Found {
        case record(RecordView, offset: Int)
        /// Its header stands there, and may be as wrong as the rest.
        case damaged(ByteView, offset: Int)
    }

    private let bytes: ByteView
    private let origin: Int
    private var offset = 0
    /// How many bytes may be summed up in the search for the next record: each byte of a hostile
    /// group is read a few times at most.
    private var budget: Int

    /// - Parameter origin: where the group begins in its segment.
    init(_ bytes: ByteView, at origin: Int) {
        self.bytes = bytes
        self.origin = origin
        budget = bytes.count * 16 + 1 << 16
    }

    mutating func next() -> Found? {
        guard bytes.count - offset >= RecordFields.size else { return nil }
        if let record = try? RecordView.read(bytes, at: offset, origin: origin) {
            defer { offset += record.paddedLength }
            return .record(record, offset: origin + offset)
        }
        let start = offset
        offset = placeBehindDamage()
        return .damaged(bytes[start..<offset], offset: origin + start)
    }

    /// Where the next record stands, or the end of the group.
    private mutating func placeBehindDamage() -> Int {
        let length = Int(bytes.load(UInt32.self, at: offset + RecordFields.length.offset))
        let padding = Format.alignment - 1
        if length >= RecordFields.size, length <= bytes.count - offset - padding {
            let next = offset + (length + padding) / Format.alignment * Format.alignment
            if next == bytes.count { return next }
            if (try? RecordView.read(bytes, at: next, origin: origin)) != nil { return next }
        }
        var place = offset + Format.alignment
        while bytes.count - place >= RecordFields.size, budget > 0 {
            if leadsToEnd(from: place) { return place }
            place += Format.alignment
        }
        return bytes.count
    }

    private mutating func leadsToEnd(from place: Int) -> Bool {
        var place = place
        while place < bytes.count {
            guard budget > 0, bytes.count - place >= RecordFields.size else { return false }
            let length = Int(bytes.load(UInt32.self, at: place + RecordFields.length.offset))
            guard length >= RecordFields.size, length <= bytes.count - place else { return false }
            budget -= length
            guard let record = try? RecordView.read(bytes, at: place, origin: origin) else {
                return false
            }
            place += record.paddedLength
        }
        return place == bytes.count
    }
}
