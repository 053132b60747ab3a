package import NacreFormat

/// Builds segments for tests, frame by frame and without a file, from fixed ids, salts and times.
package struct SegmentBuilder {
    package static let storeID = StoreID(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
    package static let salt: UInt64 = 0x8877_6655_4433_2211
    /// The fixed time: 2026-01-01T00:00:00Z.
    package static let time: Int64 = 1_767_225_600_000_000

    package let header: SegmentHeader
    private let buffer = ByteBuffer()
    private var encoder: FrameEncoder
    private var commit = CommitNumber(0)
    private var digest = CommitDigest.none
    private var watermark: Position

    package init(
        number: UInt32 = 1, origin: SegmentOrigin = .log, salt: UInt64 = Self.salt,
        predecessor: SegmentHeader.Predecessor? = nil, lastCommitBefore: UInt64 = 0
    ) {
        header = SegmentHeader(
            number: SegmentNumber(number), storeID: Self.storeID, salt: salt, created: Self.time,
            origin: origin, predecessor: predecessor,
            lastCommitBefore: CommitNumber(lastCommitBefore))
        header.encode(into: buffer)
        encoder = FrameEncoder(
            buffer: buffer, cursor: FrameCursor(behind: header, in: buffer.view))
        commit = CommitNumber(lastCommitBefore)
        watermark = origin == .compacted ? .none : encoder.cursor.position
    }

    package var bytes: [UInt8] { buffer.view.bytes }

    package var lastCommit: CommitNumber { commit }

    /// Treats everything so far as synced.
    package mutating func sync() {
        watermark = encoder.cursor.position
    }

    /// Adds a frame of any kind.
    package mutating func add(
        _ kind: FrameKind, change: (inout FrameHeader) -> Void = { _ in },
        payload: (ByteBuffer) -> Void = { _ in }
    ) {
        let time = Self.time + Int64(commit.rawValue) * 1_000_000
        var header = FrameHeader(kind, commit: commit, watermark: watermark, time: time)
        change(&header)
        encoder.append(header, payload: payload)
    }

    /// Adds a commit of one part for each of schema and layout, and one for the records.
    /// - Parameter records: Appends the records and returns their number.
    package mutating func addCommit(
        schema: StoredSchema? = nil, layout: Layout? = nil, author: String = "", note: String = "",
        records: (ByteBuffer) -> UInt32 = { _ in 0 }
    ) {
        commit = CommitNumber(commit.rawValue + 1)
        var part: UInt32 = 0
        let prelude = Prelude(author: author, note: note).encoded
        func mark(_ header: inout FrameHeader) {
            header.part = part
            if part == 0 {
                header.flags.insert(.first)
                header.preludeLength = UInt16(prelude.count)
            }
        }
        if let schema {
            add(.schema, change: mark) { buffer in
                buffer.append(prelude)
                schema.encode(into: buffer)
            }
            part += 1
        }
        if let layout {
            add(.layout, change: mark) { buffer in
                if part == 0 { buffer.append(prelude) }
                layout.encode(into: buffer)
            }
            part += 1
        }
        addRecords(prelude: part == 0 ? prelude : [], mark: mark, records)
    }

    private mutating func addRecords(
        prelude: [UInt8], mark: (inout FrameHeader) -> Void, _ records: (ByteBuffer) -> UInt32
    ) {
        let group = ByteBuffer()
        let count = records(group)
        digest = CommitDigest(records: Self.crc(of: group.view), after: digest)
        let digest = digest
        add(
            .records,
            change: { header in
                mark(&header)
                header.flags.insert(.last)
                header.count = count
            },
            payload: { buffer in
                buffer.append(prelude)
                buffer.append(group.view)
                buffer.append(digest.rawValue)
            })
    }

    /// Returns the CRC over the CRCs of the records of a group.
    package static func crc(of group: ByteView) -> UInt32 {
        var crc = CRC32C()
        var offset = 0
        while offset < group.count {
            let record = RecordView(trusted: group[offset..<group.count])
            crc.add(record.storedCRC)
            offset += record.paddedLength
        }
        return crc.value
    }
}
