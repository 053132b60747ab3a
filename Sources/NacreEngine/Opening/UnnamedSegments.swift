internal import NacreFormat

/// The segments in a store's directory that its manifest does not name, with their content.
struct UnnamedSegments {
    private struct Segment {
        let name: String
        let number: SegmentNumber
        let bytes: MappedBytes
    }

    private let segments: [Segment]
    private let storeID: StoreID

    /// Opens the unnamed segments.
    /// - Parameter names: The names of the directory's files.
    init(
        _ names: [String], in directory: any StoreDirectory, manifest: Manifest, isReadOnly: Bool
    ) throws(FileError) {
        storeID = manifest.storeID
        let named = (manifest.segments.map(\.number) + [manifest.active]).sorted()
        var segments: [Segment] = []
        for name in names {
            guard let number = FileName.segmentNumber(name), !named.containsSorted(number) else {
                continue
            }
            let file = try directory.open(name, .reading)
            let count = try file.countToRead()
            // The segment's writer, in another process, may be about to cut it.
            let bytes = isReadOnly ? try file.copy(count) : try file.map(count)
            segments.append(Segment(name: name, number: number, bytes: bytes))
        }
        self.segments = segments
    }

    var isEmpty: Bool { segments.isEmpty }

    /// Returns the highest number of a whole commit in these segments, and its file. Parts of a
    /// commit that was interrupted or aborted do not count: a recovery leaves them out, and a crash
    /// may keep it from removing their segment.
    /// - Parameter countsCopies: Whether to count commits that a recovery or a compaction has
    ///   copied. If it was interrupted, nothing relied on its copies, and the log may have lost
    ///   bytes that were not synced. Once a writer continues after the copies, with an open frame,
    ///   they count.
    func newest(
        countingCopies countsCopies: Bool
    ) -> (name: String, commit: CommitNumber)? {
        segments.map { segment in
            let commit = segment.bytes.read { view in
                newestCommit(view, segment.number, countsCopies: countsCopies)
            }
            return (segment.name, commit)
        }.max { $0.1 < $1.1 }
    }

    private func newestCommit(
        _ view: ByteView, _ number: SegmentNumber, countsCopies: Bool
    ) -> CommitNumber {
        var newest = CommitNumber(0)
        guard let header = try? SegmentHeader.decode(view), header.storeID == storeID,
            header.number == number
        else { return newest }
        var counts = countsCopies || header.origin == .log
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        while case .frame(let frame) = scanner.next() {
            if frame.header.kind == .open, header.origin == .recovered { counts = true }
            let isWhole =
                frame.header.isPartOfCommit
                ? frame.header.flags.contains(.last) : frame.header.kind != .abort
            if counts, isWhole { newest = max(newest, frame.header.commit) }
        }
        return newest
    }

    /// Removes the segments that a writer of this store has made. Other files must not be deleted.
    func remove(from directory: any StoreDirectory) {
        for segment in segments {
            guard (try? directory.isOwnSegment(segment.name, of: storeID)) == true else { continue }
            try? directory.remove(segment.name)
        }
    }
}
