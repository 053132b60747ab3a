import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Logs with correct checksums and wrong content, which only an attacker or a wrong program writes.
/// They are refused; none stops the process.
@Suite struct HostileLogTests {
    static let name = FileName.segment(SegmentNumber(1))

    /// Makes a store of one commit, not closed, with more frames after the last one.
    static func forge(
        _ forge: (inout FrameEncoder, CommitDigest, Layout) throws -> Void
    ) throws -> MemoryFileSystem {
        let store = try TestStore()
        try CompactionTests.save(0..<2, "city", in: store.database)
        var files = store.files.contents(of: TestStore.path)
        let digest = try store.database.snapshot().digest
        let definition = try #require(store.database.snapshot().catalog[CityEntity.name])
        let buffer = ByteBuffer()
        let cursor = try (files[name] ?? []).withView { view in
            let header = try SegmentHeader.decode(view)
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            while case .frame = scanner.next() {}
            return scanner.cursor
        }
        var encoder = FrameEncoder(buffer: buffer, cursor: cursor)
        try forge(&encoder, digest, try #require(definition.layout))
        files[name] = (files[name] ?? []).prefix(cursor.offset) + buffer.read { $0.bytes }
        return MemoryFileSystem(TestStore.path, files: files)
    }

    static func header(_ kind: FrameKind, commit: UInt64 = 1) -> FrameHeader {
        FrameHeader(kind, commit: CommitNumber(commit), watermark: .none, time: 0)
    }

    /// Appends commit 2 with the given records.
    static func commit(
        _ encoder: inout FrameEncoder, after digest: CommitDigest, count: UInt32,
        _ records: (ByteBuffer) throws -> Void
    ) rethrows {
        let body = ByteBuffer()
        try records(body)
        var crcs = CRC32C()
        body.read { view in
            var offset = 0
            while offset < view.count {
                crcs.add(view.load(UInt32.self, at: offset))
                offset += (Int(view.load(UInt32.self, at: offset + 4)) + 3) / 4 * 4
            }
        }
        var header = header(.records, commit: 2)
        header.flags = [.first, .last]
        header.count = count
        encoder.append(header) { buffer in
            body.read { buffer.append($0) }
            buffer.append(CommitDigest(records: crcs.value, after: digest).rawValue)
        }
    }

    static func code(of files: MemoryFileSystem, _ body: (Database) throws -> Void = { _ in })
        -> StoreError.Code?
    {
        DatabaseTests.code {
            try body(Database(at: TestStore.path, options: .readOnly, fileSystem: files))
        }
    }

    @Test func `a repeated layout that differs is refused`() throws {
        let files = try Self.forge { encoder, _, layout in
            let other = Layout(
                id: layout.id,
                of: StoredSchema(
                    number: layout.entity, name: CityEntity.name,
                    attributes: [CityEntity.attributes[0], CityEntity.attributes[2]],
                    idOrdinal: 0))
            encoder.append(Self.header(.layout)) { other.encode(into: $0) }
        }
        #expect(Self.code(of: files) == .corrupt)
    }

    @Test func `a second entity with the same name is refused`() throws {
        let files = try Self.forge { encoder, _, layout in
            let schema = StoredSchema(
                number: EntityNumber(2), name: CityEntity.name, attributes: CityEntity.attributes,
                idOrdinal: 0)
            encoder.append(Self.header(.schema)) { schema.encode(into: $0) }
        }
        #expect(Self.code(of: files) == .corrupt)
    }

    @Test func `a reference to an impossibly long value is an error of its object`() throws {
        let files = try Self.forge { encoder, digest, layout in
            try Self.commit(&encoder, after: digest, count: 2) { buffer in
                let value = Array(repeating: UInt8(65), count: 70_000)
                value.withView {
                    RecordEncoder.appendExternalValue(
                        $0, crc: $0.crc, row: RowNumber(0), to: buffer)
                }
                let reference = ExternalReference(
                    length: 1 << 63 | 70_000, row: RowNumber(0), crc: value.withView(\.crc))
                try RecordEncoder.appendPut(
                    CityEntity.values(7, ""), row: RowNumber(7), layout: layout,
                    externals: [1: reference], to: buffer)
            }
        }
        let code = Self.code(of: files) { store in
            _ = try store.snapshot().find(.int(7), in: CityEntity.name)
        }
        #expect(code == .corrupt)
    }

    @Test func `two objects with one unique value are refused`() throws {
        for names in [["Bern", "Chur"], ["Bern", "Bern"]] {
            let files = try Self.forge { encoder, digest, layout in
                let attributes = CityEntity.attributes.map { attribute in
                    AttributeSchema(
                        id: attribute.id, name: attribute.name, type: attribute.type,
                        isNullable: attribute.isNullable, isUnique: attribute.name == "name")
                }
                let schema = StoredSchema(
                    number: layout.entity, name: CityEntity.name, attributes: attributes,
                    idOrdinal: 0)
                encoder.append(Self.header(.schema)) { schema.encode(into: $0) }
                try Self.commit(&encoder, after: digest, count: 2) { buffer in
                    for (index, name) in names.enumerated() {
                        try RecordEncoder.appendPut(
                            CityEntity.values(Int64(index + 7), name),
                            row: RowNumber(UInt32(index + 7)), layout: layout, to: buffer)
                    }
                }
            }
            #expect(Self.code(of: files) == (names[0] == names[1] ? .corrupt : nil))
        }
    }

    @Test func `a schema that contradicts its entity's newest layout is refused`() throws {
        var nullable = CityEntity.attributes
        nullable[1] = AttributeSchema(
            id: nullable[1].id, name: "name", type: .string, isNullable: true)
        let more = AttributeSchema(
            id: AttributeID(8), name: "more", type: .string, isNullable: true)
        for attributes in [
            CityEntity.attributes + [more], CityEntity.attributes.dropLast(), nullable,
            CityEntity.attributes.reversed(),
        ] {
            let files = try Self.forge { encoder, _, layout in
                let schema = StoredSchema(
                    number: layout.entity, name: CityEntity.name, attributes: Array(attributes),
                    idOrdinal: attributes.firstIndex { $0.name == "id" } ?? -1)
                encoder.append(Self.header(.schema)) { schema.encode(into: $0) }
            }
            #expect(Self.code(of: files) == .corrupt)
        }
    }

    @Test func `runs whose records are not aligned to 4 bytes are refused`() throws {
        let files = try Self.forge { encoder, _, _ in
            var header = Self.header(.compacted)
            header.count = 2
            // A record of 25 bytes without its padding, followed by one at an odd offset.
            encoder.append(header) { buffer in
                for length in [25, 24] {
                    let record = ByteBuffer()
                    [UInt8](repeating: 1, count: length - 16).withView {
                        RecordEncoder.appendExternalValue(
                            $0, crc: $0.crc, row: RowNumber(1), to: record)
                    }
                    Run(
                        commit: CommitNumber(1), time: 0, digest: .none, length: UInt32(length),
                        records: 1
                    ).encode(into: buffer)
                    record.read { buffer.append($0[0..<length]) }
                }
            }
        }
        #expect(Self.code(of: files) == .corrupt)
    }

    @Test func `a part after the highest possible commit number is refused`() throws {
        let files = try Self.forge { encoder, digest, _ in
            var header = Self.header(.compacted)
            header.count = 1
            encoder.append(header) { buffer in
                Run(commit: CommitNumber(.max), time: 0, digest: .none, length: 0, records: 0)
                    .encode(into: buffer)
            }
            Self.commit(&encoder, after: digest, count: 0) { _ in }
        }
        #expect(Self.code(of: files) == .corrupt)
    }

    @Test func `a close frame after an unfinished commit is not a clean end`() throws {
        let files = try Self.forge { encoder, _, _ in
            var part = Self.header(.records, commit: 2)
            part.flags = [.first]
            encoder.append(part)
            encoder.append(Self.header(.close))
        }
        let store = try TestStore(files: files)
        #expect(store.database.recovery?.lastCommit == 1)
        try CompactionTests.save(5..<6, "after", in: store.database)
        try store.reopen()
        #expect(try store.database.snapshot().count(CityEntity.name) == 3)
    }

    @Test func `a manifest of the highest generation is replaced like any other`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<2, "city", in: store.database)
        try store.database.close()
        var files = store.files.contents(of: TestStore.path)
        var manifest = try Manifest.decode(try #require(files[FileName.manifest]))
        manifest.generation = .max
        files[FileName.manifest] = manifest.encoded
        let again = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        _ = try again.database.compact()
        #expect(try again.database.snapshot().count(CityEntity.name) == 2)
    }
}
