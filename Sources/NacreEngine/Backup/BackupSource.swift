internal import NacreFormat

/// A consistent state of a store, held for copying: the manifest and every file that it names. The
/// files are open, so none is lost while the writer continues. The active segment counts up to its
/// last whole commit.
struct BackupSource {
    struct File {
        let number: SegmentNumber
        /// The manifest's entry; nil for the active segment.
        let line: Manifest.Segment?
        let file: any StoreFile
        /// The length, in bytes.
        let length: Int
    }

    /// The manifest without the checkpoint, which is only a cache.
    let manifest: Manifest
    let files: [File]
    /// The checkpoint, if there is one.
    let checkpoint: Checkpoint?

    /// The files of a checkpoint: its own, and those of the runs that it names. All are caches.
    struct Checkpoint {
        let number: UInt32
        let file: any StoreFile
        let runs: [(number: UInt32, file: any StoreFile)]
    }

    /// Opens the files. Must be called with the writer held, between two commits.
    /// - Parameter length: The offset in the active segment after its last whole commit.
    init(
        _ manifest: Manifest, activeLength length: Int, in directory: any StoreDirectory
    ) throws {
        checkpoint = Self.checkpoint(of: manifest, in: directory)
        var manifest = manifest
        manifest.checkpoint = nil
        self.manifest = manifest
        files = try Self.open(manifest, in: directory, activeLength: { _ in length })
    }

    /// Opens the files while a writer may be at work, perhaps in another process.
    init(readingFrom directory: any StoreDirectory) throws {
        (manifest, files, checkpoint) = try Rereading.run(directory) {
            var manifest = try Self.manifest(in: directory)
            let checkpoint = Self.checkpoint(of: manifest, in: directory)
            let files = try Self.open(manifest, in: directory, activeLength: Self.length)
            // If the manifest is still the same, the open files are its files and stay readable.
            var again = try Self.manifest(in: directory)
            manifest.checkpoint = nil
            again.checkpoint = nil
            guard again == manifest else { throw Rereading.Unsettled() }
            return (manifest, files, checkpoint)
        }
    }

    private static func checkpoint(
        of manifest: Manifest, in directory: any StoreDirectory
    ) -> Checkpoint? {
        guard let number = manifest.checkpoint,
            let file = try? directory.open(FileName.checkpoint(number), .reading)
        else { return nil }
        let names = try? CheckpointFile(number, in: directory, storeID: manifest.storeID)
            .runNumbers()
        let runs = (names ?? []).compactMap { number in
            (try? directory.open(FileName.run(number), .reading)).map { (number, $0) }
        }
        return Checkpoint(number: number, file: file, runs: runs)
    }

    private static func manifest(in directory: any StoreDirectory) throws -> Manifest {
        switch try ManifestStore(directory: directory).find() {
        case .manifest(let manifest), .former(let manifest, nil): return manifest
        case .former(_, let damage?): throw damage
        case .nothing: throw try ManifestStore(directory: directory).absence()
        }
    }

    private static func open(
        _ manifest: Manifest, in directory: any StoreDirectory,
        activeLength: (any StoreFile) throws -> Int
    ) throws -> [File] {
        var files: [File] = []
        for line in manifest.segments {
            let file = try open(line.number, in: directory)
            guard let length = Int(exactly: line.length), try file.size() >= length else {
                throw StoreError(
                    .corrupt, "The segment is shorter than the manifest says.", file: file.path)
            }
            files.append(File(number: line.number, line: line, file: file, length: length))
        }
        let file = try open(manifest.active, in: directory)
        return files + [
            File(
                number: manifest.active, line: nil, file: file, length: try activeLength(file))
        ]
    }

    private static func open(
        _ number: SegmentNumber, in directory: any StoreDirectory
    ) throws -> any StoreFile {
        do throws(FileError) {
            return try directory.open(FileName.segment(number), .reading)
        } catch {
            guard error.reason == .notFound else { throw error }
            throw StoreError(
                .corrupt, "A segment that the manifest names is missing.", file: error.path)
        }
    }

    /// Returns the offset after the last whole commit of an active segment. Bad bytes after it are
    /// left out, as a torn tail or a write in progress. If a watermark says that they had been
    /// synced, they are damage.
    /// - Throws: `corrupt`.
    private static func length(of file: any StoreFile) throws -> Int {
        let bytes = try file.copy(try file.countToRead())
        do {
            return try bytes.read { view in
                let header = try SegmentHeader.decode(view)
                var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
                var parts = PendingParts()
                var committed = scanner.cursor.offset
                var watermark = Position.none
                // After a seal the writer is about to begin another segment. The manifest does not
                // name that one yet, so for this state the segment is still active.
                while case .frame(let frame) = scanner.next(), frame.header.kind != .seal {
                    _ = try parts.add(frame)
                    watermark = max(watermark, frame.header.watermark)
                    if parts.isEmpty { committed = scanner.cursor.offset }
                }
                let synced = max(watermark, scanner.highestWatermarkAhead() ?? .none)
                guard synced <= scanner.cursor.position else {
                    throw FormatError(
                        .badValue, structure: "segment", field: "frames",
                        offset: scanner.cursor.offset, expected: "those up to \(synced)",
                        found: "bad bytes")
                }
                return committed
            }
        } catch let error as FormatError {
            throw StoreError(error, file: file.path)
        }
    }
}
