internal import NacreFormat

/// Finds the records of a group in which some bytes may be bad. Each record is judged by its own
/// CRC. After a bad record the search continues at the place given by its length, or otherwise at
/// the first place from which whole records reach the very end of the group. So a value that looks
/// like a record is not taken for one.
struct RecordRescue {
    enum Found {
        case record(RecordView, offset: Int)
        /// A bad record. Its header may be as wrong as the rest.
        case damaged(ByteView, offset: Int)
    }

    private let bytes: ByteView
    private let origin: Int
    private var offset = 0
    /// The number of bytes that may be checksummed in the search for the next record, so that each
    /// byte of a hostile group is read only a few times.
    private var budget: Int

    /// Starts a search.
    /// - Parameter origin: The offset of the group in its segment.
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

    /// Returns the offset of the next record, or the end of the group.
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
