internal import NacreEngine
internal import NacreFormat

/// The files of a store in which one segment was replaced, with everything around it adapted, as an
/// attacker would do.
package struct ForgedStore {
    private let files: [String: [UInt8]]
    private let manifest: Manifest
    private let numbers: [SegmentNumber]

    /// - Parameter files: The files of a sound store.
    package init(_ files: [String: [UInt8]]) throws {
        self.files = files
        manifest = try Manifest.decode(files[FileName.manifest] ?? [])
        numbers = manifest.segments.map(\.number) + [manifest.active]
    }

    /// Returns the segment's number, with the index taken modulo their count.
    private func number(_ segment: Int) -> SegmentNumber { numbers[segment % numbers.count] }

    /// Returns the bytes of a segment, in the order of the log.
    package func bytes(ofSegment segment: Int) -> [UInt8] {
        files[FileName.segment(number(segment))] ?? []
    }

    /// Returns the bytes of a segment up to the last one that is not zero.
    package func writtenBytes(ofSegment segment: Int) -> [UInt8] {
        let bytes = bytes(ofSegment: segment)
        return Array(bytes.prefix(bytes.withView(\.countWithoutTrailingZeros)))
    }

    /// Returns the files with other bytes in a segment.
    /// - Parameter sealing: Whether to repair the checksums of these bytes.
    /// - Returns: The files, or nil if the bytes have no segment header.
    package func replacing(
        segment: Int, with bytes: [UInt8], sealing: Bool = true
    ) -> [String: [UInt8]]? {
        let number = number(segment)
        var former = CommitDigest.none
        for before in numbers.prefix(while: { $0 != number }) {
            let bytes = files[FileName.segment(before)] ?? []
            former = SegmentSealer.reseal(bytes, after: former)?.commit ?? former
        }
        guard let sealed = SegmentSealer.reseal(bytes, after: former) else { return nil }
        var files = files
        var manifest = manifest
        files[FileName.segment(number)] = sealing ? sealed.bytes : bytes
        for index in manifest.segments.indices where manifest.segments[index].number == number {
            manifest.segments[index].length = UInt64(sealed.bytes.count)
            manifest.segments[index].digest = sealed.frames
        }
        files[FileName.manifest] = manifest.encoded
        return files
    }

    /// Does with a store what its users can: prints, checks, opens, reads, compacts and closes it.
    /// - Throws: The error with which opening or checking refuses it.
    package static func exercise(_ files: [String: [UInt8]]) throws {
        for (name, bytes) in files where name.hasSuffix(".seg") {
            bytes.withView { view in
                _ = HexDump(fieldSizeMax: 32).lines(ofSegment: view).count
            }
        }
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        _ = try IntegrityChecker(path: TestStore.path, fileSystem: fileSystem).run()
        let store = try TestStore(files: fileSystem)
        let snapshot = try store.database.snapshot()
        for definition in snapshot.catalog.all {
            let schema = definition.schema
            _ = try? TestStore.contents(of: snapshot)
            _ = try? snapshot.fetch(Query(entity: schema.name, limit: 3))
            for attribute in schema.attributes {
                let filter = FilterExpression.comparison(attribute.name, .equal, .null)
                _ = try? snapshot.count(Query(entity: schema.name, filter: filter))
                _ = try? snapshot.fetch(
                    Query(entity: schema.name, sorts: [SortTerm(attribute.name)], limit: 2))
            }
        }
        _ = try? store.database.compact()
        try store.database.close()
    }
}
