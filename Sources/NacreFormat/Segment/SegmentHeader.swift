/// The first 128 bytes of a segment (Formats.md, "Segment header").
package struct SegmentHeader: Sendable, Hashable {
    package var requiredToRead: UInt32 = 0
    package var requiredToWrite: UInt32 = 0
    package let number: SegmentNumber
    package let storeID: StoreID
    /// A random number that the frames repeat, so that stale frames of another life of the file can
    /// be recognized.
    package let salt: UInt64
    /// The time, in microseconds since 1970. For information only.
    package let created: Int64
    package let origin: SegmentOrigin
    /// The log segment before this one; nil in the first one and in compacted segments.
    package let predecessor: Predecessor?
    package let lastCommitBefore: CommitNumber

    /// The place that the log continued from.
    package struct Predecessor: Sendable, Hashable {
        package let number: SegmentNumber
        /// The chain value after its last valid frame.
        package let chain: UInt32
        /// The valid length in bytes. Bytes after it are ignored.
        package let length: UInt64

        package init(number: SegmentNumber, chain: UInt32, length: UInt64) {
            self.number = number
            self.chain = chain
            self.length = length
        }
    }

    package init(
        number: SegmentNumber, storeID: StoreID, salt: UInt64, created: Int64,
        origin: SegmentOrigin, predecessor: Predecessor?, lastCommitBefore: CommitNumber
    ) {
        self.number = number
        self.storeID = storeID
        self.salt = salt
        self.created = created
        self.origin = origin
        self.predecessor = predecessor
        self.lastCommitBefore = lastCommitBefore
    }

    private typealias Fields = SegmentHeaderFields

    /// Appends the header's 128 bytes.
    package func encode(into buffer: ByteBuffer) {
        let start = buffer.count
        buffer.appendZeros(Fields.size)
        buffer.set(Fields.magic, at: start + Fields.magicField.offset)
        buffer.set(Format.version, at: start + Fields.version.offset)
        buffer.set(UInt16(Fields.size), at: start + Fields.headerLength.offset)
        buffer.set(requiredToRead, at: start + Fields.requiredToRead.offset)
        buffer.set(requiredToWrite, at: start + Fields.requiredToWrite.offset)
        buffer.set(number.rawValue, at: start + Fields.number.offset)
        buffer.set(storeID.high.byteSwapped, at: start + Fields.storeID.offset)
        buffer.set(storeID.low.byteSwapped, at: start + Fields.storeID.offset + 8)
        buffer.set(salt, at: start + Fields.salt.offset)
        buffer.set(created, at: start + Fields.created.offset)
        buffer.set(origin.rawValue, at: start + Fields.origin.offset)
        if let predecessor {
            buffer.set(predecessor.number.rawValue, at: start + Fields.predecessor.offset)
            buffer.set(predecessor.chain, at: start + Fields.predecessorChain.offset)
            buffer.set(predecessor.length, at: start + Fields.predecessorLength.offset)
        }
        buffer.set(lastCommitBefore.rawValue, at: start + Fields.lastCommitBefore.offset)
        let crc = buffer.view[start..<start + Fields.headerCRC.offset].crc
        buffer.set(crc, at: start + Fields.headerCRC.offset)
    }

    /// Decodes and checks a header.
    /// - Parameter view: The file from its start.
    package static func decode(_ view: ByteView) throws(FormatError) -> SegmentHeader {
        var reader = ByteReader(view, structure: "segment header")
        let whole = try reader.take(Fields.size, "header")
        try checkReadable(whole)
        guard let origin = SegmentOrigin(rawValue: whole[Fields.origin.offset]) else {
            throw bad("origin", Fields.origin, "1, 2 or 3", "\(whole[Fields.origin.offset])")
        }
        try checkZeros(whole)
        let number = SegmentNumber(whole.load(at: Fields.number.offset))
        guard number.rawValue != 0 else { throw bad("segment number", Fields.number, "1 up", "0") }
        let before = SegmentNumber(whole.load(at: Fields.predecessor.offset))
        var header = SegmentHeader(
            number: number,
            storeID: StoreID(
                high: whole.load(UInt64.self, at: Fields.storeID.offset).byteSwapped,
                low: whole.load(UInt64.self, at: Fields.storeID.offset + 8).byteSwapped),
            salt: whole.load(at: Fields.salt.offset),
            created: whole.load(at: Fields.created.offset),
            origin: origin,
            predecessor: before.rawValue == 0
                ? nil
                : Predecessor(
                    number: before, chain: whole.load(at: Fields.predecessorChain.offset),
                    length: whole.load(at: Fields.predecessorLength.offset)),
            lastCommitBefore: CommitNumber(whole.load(at: Fields.lastCommitBefore.offset)))
        header.requiredToRead = whole.load(at: Fields.requiredToRead.offset)
        header.requiredToWrite = whole.load(at: Fields.requiredToWrite.offset)
        return header
    }

    /// Checks in the order of the most helpful errors: whether it is a segment at all, of a known
    /// version, undamaged, and without unknown features.
    private static func checkReadable(_ whole: ByteView) throws(FormatError) {
        let magic: UInt64 = whole.load(at: Fields.magicField.offset)
        guard magic == Fields.magic else {
            throw FormatError(
                .badMagic, structure: "segment header", field: "magic", offset: 0,
                expected: Fields.magic.byteSwapped.hex, found: magic.byteSwapped.hex)
        }
        let version: UInt16 = whole.load(at: Fields.version.offset)
        guard version == Format.version else {
            throw FormatError(
                .unsupported, structure: "segment header", field: "version",
                offset: Fields.version.offset, expected: "\(Format.version)", found: "\(version)")
        }
        let stored: UInt32 = whole.load(at: Fields.headerCRC.offset)
        let computed = whole[0..<Fields.headerCRC.offset].crc
        guard stored == computed else {
            throw FormatError(
                .badChecksum, structure: "segment header", field: "header CRC",
                offset: Fields.headerCRC.offset, expected: computed.hex, found: stored.hex)
        }
        let length: UInt16 = whole.load(at: Fields.headerLength.offset)
        guard Int(length) == Fields.size else {
            throw bad("header length", Fields.headerLength, "\(Fields.size)", "\(length)")
        }
        let features: UInt32 = whole.load(at: Fields.requiredToRead.offset)
        guard features & ~Format.knownReadFeatures == 0 else {
            throw FormatError(
                .unsupported, structure: "segment header", field: "required to read",
                offset: Fields.requiredToRead.offset,
                expected: "only bits of \(Format.knownReadFeatures.hex)", found: features.hex)
        }
    }

    private static func checkZeros(_ whole: ByteView) throws(FormatError) {
        // No list of names and fields, because its array would be a new type.
        func check(_ name: String, _ field: FormatField) throws(FormatError) {
            guard whole[field.offset..<field.end].isZero else {
                throw bad(name, field, "zeros", "other bytes")
            }
        }
        try check("zero", Fields.zero)
        try check("zero", Fields.zero2)
        try check("encryption salt", Fields.encryptionSalt)
        if whole.load(UInt32.self, at: Fields.predecessor.offset) == 0 {
            try check("predecessor chain", Fields.predecessorChain)
            try check("predecessor length", Fields.predecessorLength)
        }
        if whole[Fields.origin.offset] == SegmentOrigin.compacted.rawValue {
            try check("predecessor", Fields.predecessor)
            try check("last commit before", Fields.lastCommitBefore)
        }
        let length: UInt64 = whole.load(at: Fields.predecessorLength.offset)
        guard length <= UInt64(Format.segmentSizeMax) else {
            throw bad(
                "predecessor length", Fields.predecessorLength, "at most \(Format.segmentSizeMax)",
                "\(length)")
        }
    }

    private static func bad(
        _ name: String, _ field: FormatField, _ expected: String, _ found: String
    ) -> FormatError {
        FormatError(
            .badValue, structure: "segment header", field: name, offset: field.offset,
            expected: expected, found: found)
    }

    /// Returns the chain value of the segment's first frame.
    /// - Parameter view: The file from its start, with its header checked.
    package static func chain(_ view: ByteView) -> UInt32 {
        // Without the header's own CRC: a CRC over bytes that end in their CRC is a constant.
        view[0..<Fields.headerCRC.offset].crc
    }

    /// Whether this reader may also write to a segment with this header.
    package var isWritable: Bool { requiredToWrite & ~Format.knownWriteFeatures == 0 }
}
