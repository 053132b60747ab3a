internal import NacreFormat

/// The files of a store's segments, opened, mapped and checked.
struct SegmentFiles: Sendable {
    let directory: any StoreDirectory
    /// Whether the store is open read-only, so that another process may be writing to it.
    let isReadOnly: Bool
    /// The segments that are already mapped, wherever their files are.
    var held: [MappedSegment] = []

    func path(_ number: SegmentNumber) -> String {
        "\(directory.path)/\(FileName.segment(number))"
    }

    func open(_ number: SegmentNumber) throws(StoreError) -> any StoreFile {
        if let held = held.first(where: { $0.number == number }) {
            return MappedFile(held.bytes, path: path(number))
        }
        do { return try directory.open(FileName.segment(number), .reading) } catch {
            guard error.reason == .notFound else { throw StoreError(error) }
            throw StoreError(
                .corrupt,
                "A segment that the manifest names is missing. Nothing was changed; restore it from"
                    + " a backup.",
                file: path(number), expected: "a segment", found: "no file")
        }
    }

    /// Maps the active segment without the zeros, or the hole, at its end. The writer may cut them
    /// off at any time, and then reading a mapping of them would kill the process. Read-only
    /// openings therefore copy the data instead.
    func mapActive(_ file: any StoreFile) throws(StoreError) -> MappedBytes {
        do {
            if isReadOnly { return try file.copy(try file.countToRead()) }
            let end = try file.endOfData() + FrameHeaderFields.size
            return try file.map(min(try file.size(), end, Format.segmentSizeMax))
        } catch {
            throw StoreError(error)
        }
    }

    /// Returns whether the file has other names (hard links), so that a writer must not change it.
    /// Always false for read-only openings.
    func isShared(_ file: any StoreFile) throws(StoreError) -> Bool {
        guard !isReadOnly else { return false }
        do { return try file.hasOtherNames() } catch { throw StoreError(error) }
    }

    func map(_ file: any StoreFile, length: UInt64) throws(StoreError) -> MappedBytes {
        let size: Int
        do { size = try file.size() } catch { throw StoreError(error) }
        guard let length = Int(exactly: length), size >= length else {
            throw StoreError(
                .corrupt,
                "The segment is shorter than the manifest says. Nothing was changed; restore it"
                    + " from a backup.",
                file: file.path, offset: size, cause: "expected \(length) bytes, found \(size)",
                expected: "\(length) bytes", found: "\(size) bytes")
        }
        do { return try file.map(length) } catch { throw StoreError(error) }
    }

    /// Maps the segments that a checkpoint covers, each up to the covered length.
    /// - Parameter covered: The first segments of the manifest. The log continues in the last one.
    func mapCovered(
        _ covered: [CoveredSegment], of manifest: Manifest
    ) throws(StoreError) -> [MappedBytes] {
        var mappings: [MappedBytes] = []
        for (place, segment) in covered.enumerated() {
            let file = try open(segment.number)
            mappings.append(try map(file, length: UInt64(segment.length)))
            guard place < covered.count - 1 else { break }
            try checkEnds(of: file, manifest.segments[place], manifest)
        }
        return mappings
    }

    /// Checks the header and the seal, if any, of a segment whose frames need not be read because
    /// of a checkpoint. Both are read with system calls: accessing them in the mapping would take
    /// longer, because of the page fault and the neighboring pages that the system maps with it.
    private func checkEnds(
        of file: any StoreFile, _ entry: Manifest.Segment, _ manifest: Manifest
    ) throws(StoreError) {
        let cursor = try read(0..<SegmentHeaderFields.size, of: file) { view throws(FormatError) in
            let header = try SegmentHeader.decode(view)
            try header.check(entry.number, in: manifest)
            return FrameCursor(behind: header, in: view)
        }
        guard entry.ending != .cut else { return }
        let length = Int(entry.length)
        let start = length - FrameCursor.frameSize(payloadLength: SealFields.size)
        guard start >= SegmentHeaderFields.size else {
            throw StoreError(
                FormatError(
                    .truncated, structure: "segment", field: "seal", offset: length,
                    expected: "a seal", found: "none"),
                file: file.path)
        }
        try read(start..<length, of: file) { view throws(FormatError) in
            try checkSeal(view, cursor.moved(to: start), entry)
        }
    }

    private func read<Result>(
        _ range: Range<Int>, of file: any StoreFile,
        _ body: (ByteView) throws(FormatError) -> Result
    ) throws(StoreError) -> Result {
        let bytes: MappedBytes
        do { bytes = try file.copy(range) } catch { throw StoreError(error) }
        do { return try bytes.read(body) } catch { throw StoreError(error, file: file.path) }
    }

    private func checkSeal(
        _ view: ByteView, _ cursor: FrameCursor, _ entry: Manifest.Segment
    ) throws(FormatError) {
        let start = cursor.offset
        let frame = try FrameHeader.decode(view, at: cursor)
        let payload = view[FrameHeaderFields.size..<view.count]
        let seal = try Seal.decode(payload, origin: start + FrameHeaderFields.size)
        guard frame.kind == .seal, frame.payloadCRC == payload.crc,
            seal.digest == entry.digest, seal.firstCommit == entry.firstCommit,
            seal.lastCommit == entry.lastCommit
        else {
            throw FormatError(
                .badValue, structure: "seal", field: "content", offset: start,
                expected: "digest \(entry.digest.hex), as in the manifest",
                found: "digest \(seal.digest.hex)")
        }
    }
}
