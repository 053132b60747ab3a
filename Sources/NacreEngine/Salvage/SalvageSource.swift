internal import NacreFormat

/// The files of a damaged store that a salvage reads: its manifest, if it is readable, and every
/// segment of the store, whatever the manifest says. Files are opened for reading only.
///
/// A file that cannot be read for lack of permission or of a resource is not lost: the salvage ends
/// with the error and can be repeated.
struct SalvageSource {
    struct Segment {
        let name: String
        let number: SegmentNumber
        /// The header; nil if it cannot be read.
        let header: SegmentHeader?
        /// The bytes up to the end of valid frames.
        let bytes: MappedBytes
        /// Whether the manifest names it, or there is no manifest.
        let isNamed: Bool
        let mayBeTorn: Bool
    }

    let storeID: StoreID
    let manifest: Manifest?
    private(set) var segments: [Segment] = []
    /// The initial entries of the report.
    private(set) var problems: [String] = []
    private(set) var notes: [String] = []

    private struct File {
        let name: String
        let number: SegmentNumber
        let header: SegmentHeader?
        /// The content without the zeros at its end.
        let bytes: MappedBytes
        /// The size of the file, including these zeros.
        let size: Int
    }

    init(_ directory: any StoreDirectory) throws {
        var problems: [String] = []
        let manifest = try Self.manifest(in: directory, &problems)
        let files = try Self.files(in: directory, &problems) { number in
            manifest.map { $0.active == number } ?? true
        }
        if let checkpoint = manifest?.checkpoint {
            // It names objects of which nothing else is left.
            try Self.checkReadable(FileName.checkpoint(checkpoint), in: directory)
        }
        guard let storeID = manifest?.storeID ?? Self.likelyStoreID(files) else {
            throw StoreError(
                .notAStore,
                "There is nothing to salvage: no manifest and no segment can be recognised.",
                file: directory.path)
        }
        self.storeID = storeID
        self.manifest = manifest
        self.problems = problems
        let lengths = Self.lengths(files, storeID, manifest)
        var seen: Set<SegmentNumber> = []
        // A file with the right name comes before a renamed one.
        for file in files.sorted(by: { Self.isRenamed($0) ? false : Self.isRenamed($1) }) {
            if let header = file.header, header.storeID != storeID {
                self.problems.append("\(file.name) is of another store, \(header.storeID)")
            } else if !seen.insert(file.number).inserted {
                self.problems.append("\(file.name) is a second copy of segment \(file.number)")
            } else {
                add(file, lengths[file.number])
            }
        }
        segments.sort { $0.number < $1.number }
        checkMissing(seen)
    }

    private static func isRenamed(_ file: File) -> Bool {
        FileName.segment(file.number) != file.name
    }

    private mutating func add(_ file: File, _ length: Int?) {
        if Self.isRenamed(file) {
            problems.append("\(file.name) holds segment \(file.number); its name is wrong")
        }
        if file.header == nil { problems.append("\(file.name): the segment header is damaged") }
        if let length, file.size < length {
            problems.append("\(file.name) ends \((length - file.size).counted("byte")) too early")
        }
        let isNamed =
            manifest.map { manifest in
                manifest.active == file.number
                    || manifest.segments.contains { $0.number == file.number }
            } ?? true
        let size = file.bytes.view.count
        let view = file.bytes.view[0..<min(size, length ?? size)]
        segments.append(
            Segment(
                name: file.name, number: file.number, header: file.header,
                bytes: MappedBytes(view) { [bytes = file.bytes] in
                    withExtendedLifetime(bytes) {}
                },
                isNamed: isNamed, mayBeTorn: length == nil))
    }

    private mutating func checkMissing(_ seen: Set<SegmentNumber>) {
        guard let manifest else {
            notes.append(
                "no manifest can be read, so it is unknown whether segments are missing at the end")
            return
        }
        for number in manifest.segments.map(\.number) + [manifest.active]
        where !seen.contains(number) {
            problems.append("\(FileName.segment(number)) is missing")
        }
    }

    // MARK: Reading files

    private static func manifest(
        in directory: any StoreDirectory, _ problems: inout [String]
    ) throws -> Manifest? {
        let store = ManifestStore(directory: directory)
        for name in [FileName.manifest, FileName.formerManifest] {
            do throws(StoreError) {
                if let manifest = try store.read(name) {
                    if name == FileName.formerManifest {
                        problems.append("\(name) is used instead, which may be too old")
                    }
                    return manifest
                }
                if name == FileName.manifest { problems.append("\(name) is missing") }
            } catch {
                if error.code == .unsupportedFormat || error.isRefusal { throw error }
                problems.append("\(name) cannot be read: \(error.cause ?? error.message)")
            }
        }
        return nil
    }

    /// Opens all segment files.
    /// - Parameter isGrowing: Whether a writer may be at work on a segment.
    private static func files(
        in directory: any StoreDirectory, _ problems: inout [String],
        isGrowing: (SegmentNumber) -> Bool
    ) throws(FileError) -> [File] {
        var files: [File] = []
        for name in try directory.list().sorted() {
            guard let number = FileName.segmentNumber(name) else { continue }
            do throws(FileError) {
                let file = try directory.open(name, .reading)
                let count = try file.countToRead()
                // A writer may cut the segment that it ends, which a mapping would not survive.
                let bytes = isGrowing(number) ? try file.copy(count) : try file.map(count)
                let header = bytes.read { try? SegmentHeader.decode($0) }
                files.append(
                    File(
                        name: name, number: header?.number ?? number, header: header, bytes: bytes,
                        size: try file.size()))
            } catch {
                if error.isRefusal { throw error }
                problems.append("\(name) cannot be opened: \(error.cause ?? error.message)")
            }
        }
        return files
    }

    private static func checkReadable(
        _ name: String, in directory: any StoreDirectory
    ) throws(FileError) {
        do { _ = try directory.open(name, .reading) } catch {
            if error.isRefusal { throw error }
        }
    }

    /// Returns the store id that the most bytes belong to.
    private static func likelyStoreID(_ files: [File]) -> StoreID? {
        var sizes: [StoreID: Int] = [:]
        for file in files {
            if let header = file.header {
                sizes[header.storeID, default: 0] += file.bytes.read(\.countWithoutTrailingZeros)
            }
        }
        return sizes.max { ($0.value, $0.key.description) < ($1.value, $1.key.description) }?.key
    }

    /// Returns the valid lengths of segments that are no longer written, from the manifest or from
    /// the headers of their successors. A recovery has cut off all bytes after these lengths.
    private static func lengths(
        _ files: [File], _ storeID: StoreID, _ manifest: Manifest?
    ) -> [SegmentNumber: Int] {
        var lengths: [SegmentNumber: Int] = [:]
        for header in files.compactMap(\.header) where header.storeID == storeID {
            guard let predecessor = header.predecessor,
                let length = Int(exactly: predecessor.length)
            else { continue }
            lengths[predecessor.number] = max(lengths[predecessor.number] ?? 0, length)
        }
        for line in manifest?.segments ?? [] { lengths[line.number] = Int(exactly: line.length) }
        return lengths
    }
}
