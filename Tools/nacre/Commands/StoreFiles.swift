internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// Reads the files of a store as they are, without opening the store. It never writes.
struct StoreFiles {
    struct Contents {
        let bytes: MappedBytes
        /// The number of zeros after the bytes.
        let zerosBehind: Int
    }

    /// The maximum number of trailing zeros of a segment that are loaded. A writer never reserves
    /// more. If a segment has more, they are only counted, to save memory.
    private static let zerosMax = 64 << 20

    private let fileSystem = POSIXFileSystem()

    /// Returns the names of the files to show: the manifest, then the segments that it names in its
    /// order, then the segments that it does not name (all of them if the manifest cannot be read),
    /// then the checkpoints.
    /// - Parameter segment: The only segment to show, or nil for all.
    func names(inStore path: String, segment: SegmentNumber?) throws -> [String] {
        let directory = try fileSystem.openDirectory(path, creating: false)
        let present = Set(try directory.list())
        if let segment {
            let name = FileName.segment(segment)
            guard present.contains(name) else {
                throw CommandFailure(.notFound, "There is no segment \(segment) in '\(path)'.")
            }
            return [name]
        }
        let manifests = [FileName.manifest, FileName.formerManifest].filter(present.contains)
        let segments = present.compactMap(FileName.segmentNumber).sorted()
        guard !manifests.isEmpty || !segments.isEmpty else {
            throw CommandFailure(
                .notFound, "There is neither a manifest nor a segment in '\(path)'.")
        }
        let named = manifests.first.flatMap { try? manifest($0, directory) }?.log ?? []
        let ordered = named.filter(segments.contains) + segments.filter { !named.contains($0) }
        let checkpoints = present.compactMap(FileName.checkpointNumber).sorted()
        return manifests.prefix(1) + ordered.map { FileName.segment($0) }
            + checkpoints.map { FileName.checkpoint($0) }
    }

    /// Returns the manifest that opening the store uses, or nil if none can be read.
    func manifest(inStore path: String) throws -> Manifest? {
        let directory = try fileSystem.openDirectory(path, creating: false)
        return (try? manifest(FileName.manifest, directory))
            ?? (try? manifest(FileName.formerManifest, directory))
    }

    private func manifest(
        _ name: String, _ directory: any StoreDirectory
    ) throws -> Manifest {
        try Manifest.decode(try contents(name, directory).bytes.read { $0.bytes })
    }

    func file(_ name: String, inStore path: String) throws -> Contents {
        try contents(name, try fileSystem.openDirectory(path, creating: false))
    }

    /// Returns the contents of the file at a path, following links.
    func file(_ path: String) throws -> Contents {
        let url = URL(filePath: path).resolvingSymlinksInPath()
        return try file(
            url.lastPathComponent,
            inStore: url.deletingLastPathComponent().path(percentEncoded: false))
    }

    private func contents(
        _ name: String, _ directory: any StoreDirectory
    ) throws -> Contents {
        let file = try directory.open(name, .reading)
        let size = try file.size()
        let isManifest = [FileName.manifest, FileName.formerManifest].contains(name)
        let most = isManifest ? Format.manifestSizeMax : Format.segmentSizeMax
        guard size <= most else {
            throw CommandFailure(
                .badData,
                "'\(file.path)' has \(size) bytes; it can have at most \(most).")
        }
        let used = size > Self.zerosMax ? try file.countToRead() : size
        let count = size - used > Self.zerosMax ? used : size
        return Contents(bytes: try file.copy(count), zerosBehind: size - count)
    }
}

extension Manifest {
    /// All segments, in the order of the log.
    var log: [SegmentNumber] { segments.map(\.number) + [active] }
}
