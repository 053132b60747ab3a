internal import NacreFormat

/// A consistent state of a store, held for copying: the manifest, and every file that it names,
/// open, so that none is lost while the writer goes on. The active segment counts up to its last
/// whole commit.
struct BackupSource {
    struct File {
        let number: SegmentNumber
        /// Nil for the active segment.
        let line: Manifest.Segment?
        let file: any StoreFile
        /// In bytes.
        let length: Int
    }

    let manifest: Manifest
    let files: [File]

    /// As the writer, between two commits.
    /// - Parameter length: of the active segment, behind its last whole commit.
    init(
        _ manifest: Manifest, activeLength length: Int, in directory: any StoreDirectory
    ) throws {
        // A checkpoint is not copied: it is only a cache.
        var manifest = manifest
        manifest.checkpoint = nil
        self.manifest = manifest
        files = try Self.open(manifest, in: directory, activeLength: { _ in length })
    }

    /// Beside a writer, perhaps in another process.
    init(readingFrom directory: any StoreDirectory) throws {
        (manifest, files) = try Rereading.run(directory) {
            let manifest = try Self.manifest(in: directory)
            let files = try Self.open(manifest, in: directory, activeLength: Self.length)
            // The files are open: if these are still those of the manifest, they stay readable.
            guard try Self.manifest(in: directory) == manifest else { throw Rereading.Unsettled() }
            return (manifest, files)
        }
    }

    private static func manifest(in directory: any StoreDirectory) throws -> Manifest {
        switch try ManifestStore(directory: directory).find() {
        case .manifest(var manifest), .former(var manifest, nil):
            manifest.checkpoint = nil
            return manifest
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

    /// Of an active segment behind its last whole commit. Bad bytes behind it are left out as torn,
    /// or as being written; whether they are damage is for the check of the backup to say, which
    /// knows by the watermarks.
    private static func length(of file: any StoreFile) throws -> Int {
        let bytes = try file.copy(try file.countToRead())
        do {
            return try bytes.read { view in
                let header = try SegmentHeader.decode(view)
                var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
                var parts = PendingParts()
                var committed = scanner.cursor.offset
                var watermark = Position.none
                // A seal says that the writer is about to begin another segment: the manifest does
                // not, so here the segment goes on.
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
