/// The first bytes of a checkpoint (Formats.md, "Checkpoint header"): its store, its commit, and
/// the place in the log where that commit ends.
package struct CheckpointHeader: Sendable, Hashable {
    package var sectionCount: Int
    package var commit: CommitNumber
    /// The time of the commit.
    package var time: Int64
    package var digest: CommitDigest
    /// The place after the last frame that the checkpoint covers.
    package var end: FrameCursor
    /// The summary of the segment of `end` up to that place.
    package var summary: Seal
    /// The key of a known text. It reveals whether the keys of strings have changed.
    package var keyProbe: UInt64
    package var fileLength: Int

    package init(
        sectionCount: Int, commit: CommitNumber, time: Int64, digest: CommitDigest,
        end: FrameCursor, summary: Seal, keyProbe: UInt64, fileLength: Int
    ) {
        self.sectionCount = sectionCount
        self.commit = commit
        self.time = time
        self.digest = digest
        self.end = end
        self.summary = summary
        self.keyProbe = keyProbe
        self.fileLength = fileLength
    }

    package var storeID: StoreID { end.storeID }

    private typealias Fields = CheckpointHeaderFields

    /// Returns the offset of the first section.
    package static func sectionsOffset(count: Int) -> Int {
        Fields.size + count * CheckpointSectionFields.size
    }

    /// Returns the header and the directory.
    package func encoded(_ sections: [CheckpointSection]) -> ByteBuffer {
        let directory = ByteBuffer(capacity: sections.count * CheckpointSectionFields.size)
        for section in sections { section.encode(into: directory) }
        let buffer = ByteBuffer(capacity: Fields.size + directory.count)
        buffer.append(Fields.magic)
        buffer.append(Fields.version)
        buffer.append(UInt16(Fields.size))
        buffer.append(UInt32(sections.count))
        buffer.append(storeID.high.byteSwapped)
        buffer.append(storeID.low.byteSwapped)
        buffer.append(commit.rawValue)
        buffer.append(time)
        buffer.append(digest.rawValue)
        buffer.append(end.position.rawValue)
        buffer.append(Position(end.segment, offset: end.lastFrameOffset).rawValue)
        buffer.append(end.salt)
        buffer.append(end.chain)
        buffer.append(directory.read(\.crc))
        summary.encode(into: buffer)
        buffer.append(keyProbe)
        buffer.append(UInt64(fileLength))
        buffer.appendZeros(Fields.zero.size)
        buffer.append(buffer.view.crc)
        directory.read { buffer.append($0) }
        return buffer
    }

    /// Decodes and checks the header.
    /// - Parameter view: The file, or at least its first bytes.
    package static func decode(_ view: ByteView) throws(FormatError) -> CheckpointHeader {
        var reader = ByteReader(view, structure: "checkpoint header")
        let whole = try reader.take(Fields.size, "header")
        try checkReadable(whole)
        let position = Position(whole.load(at: Fields.position.offset))
        let last = Position(whole.load(at: Fields.lastFrame.offset))
        guard last.segment == position.segment, last.offset < position.offset,
            last.offset == 0 || last.offset >= SegmentHeaderFields.size
        else { throw bad("last frame", Fields.lastFrame, "before \(position)", "\(last)") }
        guard whole[Fields.zero.offset..<Fields.zero.end].isZero else {
            throw bad("zero", Fields.zero, "zeros", "other bytes")
        }
        let length: UInt64 = whole.load(at: Fields.fileLength.offset)
        guard let fileLength = Int(exactly: length) else {
            throw bad("file length", Fields.fileLength, "a possible file size", "\(length)")
        }
        let summary = whole[Fields.summary.offset..<Fields.summary.end]
        return CheckpointHeader(
            sectionCount: Int(whole.load(UInt32.self, at: Fields.sections.offset)),
            commit: CommitNumber(whole.load(at: Fields.commit.offset)),
            time: whole.load(at: Fields.time.offset),
            digest: CommitDigest(whole.load(at: Fields.digest.offset)),
            end: FrameCursor(
                storeID: StoreID(
                    high: whole.load(UInt64.self, at: Fields.storeID.offset).byteSwapped,
                    low: whole.load(UInt64.self, at: Fields.storeID.offset + 8).byteSwapped),
                position: position, salt: whole.load(at: Fields.salt.offset),
                chain: whole.load(at: Fields.chain.offset), lastFrameOffset: last.offset),
            summary: try Seal.decode(summary, origin: Fields.summary.offset),
            keyProbe: whole.load(at: Fields.keyProbe.offset), fileLength: fileLength)
    }

    private static func checkReadable(_ whole: ByteView) throws(FormatError) {
        let magic: UInt64 = whole.load(at: Fields.magicField.offset)
        guard magic == Fields.magic else {
            throw FormatError(
                .badMagic, structure: "checkpoint header", field: "magic", offset: 0,
                expected: Fields.magic.byteSwapped.hex, found: magic.byteSwapped.hex)
        }
        let version: UInt16 = whole.load(at: Fields.versionField.offset)
        guard version == Fields.version else {
            throw FormatError(
                .unsupported, structure: "checkpoint header", field: "version",
                offset: Fields.versionField.offset, expected: "\(Fields.version)",
                found: "\(version)")
        }
        let stored: UInt32 = whole.load(at: Fields.headerCRC.offset)
        let computed = whole[0..<Fields.headerCRC.offset].crc
        guard stored == computed else {
            throw FormatError(
                .badChecksum, structure: "checkpoint header", field: "header CRC",
                offset: Fields.headerCRC.offset, expected: computed.hex, found: stored.hex)
        }
        let length: UInt16 = whole.load(at: Fields.headerLength.offset)
        guard Int(length) == Fields.size else {
            throw bad("header length", Fields.headerLength, "\(Fields.size)", "\(length)")
        }
    }

    /// Reads the directory after the header. The sections fill the file without gaps, so every byte
    /// of it has a checksum. The checksums of the sections are not checked here.
    /// - Parameter view: The whole file.
    package func sections(in view: ByteView) throws(FormatError) -> [CheckpointSection] {
        guard fileLength == view.count else {
            throw Self.bad("file length", Fields.fileLength, "\(view.count)", "\(fileLength)")
        }
        guard sectionCount <= (view.count - Fields.size) / CheckpointSectionFields.size else {
            throw Self.bad(
                "sections", Fields.sections, "as many as fit into the file", "\(sectionCount)")
        }
        var offset = Self.sectionsOffset(count: sectionCount)
        let directory = view[Fields.size..<offset]
        let stored: UInt32 = view.load(at: Fields.directoryCRC.offset)
        guard directory.crc == stored else {
            throw FormatError(
                .badChecksum, structure: "checkpoint header", field: "directory CRC",
                offset: Fields.directoryCRC.offset, expected: directory.crc.hex, found: stored.hex)
        }
        var reader = ByteReader(directory, structure: "checkpoint section", origin: Fields.size)
        var sections: [CheckpointSection] = []
        for _ in 0..<sectionCount {
            let section = try CheckpointSection.decode(&reader)
            guard section.offset == offset, section.length <= view.count - offset,
                section.length % PackedTopFields.alignment == 0
            else {
                throw reader.error(
                    .badValue, "offset and length",
                    expected: "\(offset), up to \(view.count - offset)",
                    found: "\(section.offset), \(section.length)")
            }
            offset += section.length
            sections.append(section)
        }
        guard offset == view.count else {
            throw Self.bad("file length", Fields.fileLength, "\(offset)", "\(view.count)")
        }
        return sections
    }

    private static func bad(
        _ name: String, _ field: FormatField, _ expected: String, _ found: String
    ) -> FormatError {
        FormatError(
            .badValue, structure: "checkpoint header", field: name, offset: field.offset,
            expected: expected, found: found)
    }
}
