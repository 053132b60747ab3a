import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Bytes that contradict Formats.md under correct checksums are corruption to the engine and to the
/// reader written from that document alone, even at the end of the log, where they could be taken
/// for torn.
@Suite struct ReaderRefusalTests {
    @Test func `the broken stores of this suite are sound before they are broken`() throws {
        let log = try BrokenStore.log("", "") { builder in
            let chur = try Samples.record([.int(8), .string("Chur"), .null], row: 1)
            builder.addLastPart(crcs: [chur.withView { RecordView(trusted: $0).storedCRC }], chur)
            builder.add(.confirm) { $0.commit = CommitNumber(2) }
        }
        #expect(try expectAgreement(on: log.files).contains("Chur"))
        let sealed = BrokenStore.log("", "") { $0.seal(at: CommitNumber(1)) }
        #expect(try expectAgreement(on: sealed.files).contains("Bern"))
        let compacted = BrokenStore.compacted("", "") { builder in
            builder.addReplaces()
            builder.addRuns((5, 1), (5, 1), (7, 3))
        }
        #expect(try expectAgreement(on: compacted.files) == "")
    }

    @Test func `the tool refuses each broken store for its own defect`() throws {
        for store in try BrokenFrames.all() + BrokenRecords.all() {
            let files = MemoryFileSystem("broken", files: store.files)
            let error = #expect(throws: StoreError.self, "\(store.name)") {
                try Database(at: "broken", options: .readOnly, fileSystem: files)
            }
            // A newer version may have extended part numbers and record kinds.
            let codes: [StoreError.Code] = [.corrupt, .unsupportedFormat]
            #expect(error.map { codes.contains($0.code) } == true, "\(store.name)")
            #expect(
                error?.cause?.contains(": \(store.field) should be") == true,
                "\(store.name): \(error?.cause ?? "no cause")")
        }
    }

    @Test func `unknown types and rules are reported as a newer version`() throws {
        for store in BrokenRecords.newer() {
            let files = MemoryFileSystem("newer", files: store.files)
            let error = #expect(throws: StoreError.self, "\(store.name)") {
                try Database(at: "newer", options: .readOnly, fileSystem: files)
            }
            #expect(error?.code == .unsupportedFormat, "\(store.name)")
            let verdict = #expect(throws: StoreError.self, "\(store.name)") {
                try IntegrityChecker(path: "newer", fileSystem: files).run()
            }
            #expect(verdict?.code == .unsupportedFormat, "\(store.name)")
            try IndependentReader.withFiles(store.files) { path in
                let errors = try IndependentReader.run(path).errors
                #expect(errors.contains("expected known types and delete rules"), "\(errors)")
            }
        }
    }

    @Test func `the check finds a defect in each broken store, as opening does`() throws {
        let newer = BrokenRecords.newer().map(\.name)
        for store in try BrokenFrames.all() + BrokenRecords.all() where !newer.contains(store.name)
        {
            let files = MemoryFileSystem("broken", files: store.files)
            do {
                let report = try IntegrityChecker(path: "broken", fileSystem: files).run()
                #expect(!report.isSound, "\(store.name)")
            } catch let error as StoreError {
                #expect(error.code == .unsupportedFormat, "\(store.name): \(error)")
            }
        }
    }

    private static let doc = StoredSchema(
        number: EntityNumber(2), name: "Doc",
        attributes: [
            AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
            AttributeSchema(id: AttributeID(2), name: "v", type: .json, isNullable: true),
        ], idOrdinal: 0)

    /// Returns the files of a store with one object whose JSON is this text, which no writer of
    /// ours produces.
    private func files(ofJSON text: String) throws -> [String: [UInt8]] {
        let layout = Layout(id: LayoutID(2), of: Self.doc)
        let records = ByteBuffer()
        var externals: [Int: ExternalReference] = [:]
        if text.utf8.count > Format.inlineValueSizeMax {
            let bytes = Array(text.utf8)
            bytes.withView { view in
                RecordEncoder.appendExternalValue(
                    view, crc: view.crc, row: RowNumber(0), to: records)
                externals[1] = ExternalReference(
                    length: UInt64(bytes.count), row: RowNumber(0), crc: view.crc)
            }
        }
        try RecordEncoder.appendPut(
            [.int(1), .json(externals.isEmpty ? text : "")], row: RowNumber(0), layout: layout,
            externals: externals, to: records)
        let bytes = records.view.bytes
        return BrokenStore.log("", "") { builder in
            builder.addCommit(schema: Self.doc, layout: layout) { buffer in
                buffer.append(bytes)
                return externals.isEmpty ? 1 : 2
            }
        }.files
    }

    @Test(arguments: [
        "null", "{\"b\":1,\"a\":2}", "[1, 2]", "[1.0e0]", "[1.10]", "[\"\\u0041\"]", "[-0]",
        "{\"a\":1",
        "", "NaN", "{\"a\":1,\"a\":1}",
    ])
    func `non-canonical JSON is damage to the check, the dump and the reader`(
        text: String
    ) throws {
        for text in [text, text + String(repeating: " ", count: 70_000)] {
            let files = try files(ofJSON: text)
            let report = try IntegrityChecker(
                path: "json", fileSystem: MemoryFileSystem("json", files: files)
            ).run()
            #expect(!report.isSound)
            try IndependentReader.withFiles(files) { path in
                #expect(throws: StoreError.self) { try IndependentReader.toolDump(path) }
                let verdict = try IndependentReader.run("--check", path).lines
                #expect(verdict != ["sound"])
            }
        }
    }

    @Test(arguments: ["[null]", "{\"a\":2,\"b\":1}", "1", "\"null\"", "[-0.0,1e+16]", "{}"])
    func `canonical JSON is sound for all readers`(text: String) throws {
        let dump = try expectAgreement(on: files(ofJSON: text))
        #expect(dump.hasSuffix("{\"entity\":\"Doc\",\"object\":{\"id\":1,\"v\":\(text)}}\n"))
        try ImportFixture().load(dump)
    }

    @Test func `a frame of a kind from 128 on is skipped, and is not a clean end`() throws {
        let store = BrokenStore.log("", "") { builder in
            builder.add(.confirm) { header in
                header.kindCode = 200
                header.count = 7
            } payload: {
                $0.append([1, 2, 3])
            }
        }
        #expect(try expectAgreement(on: store.files).contains("Bern"))
        try IndependentReader.withFiles(store.files) { path in
            let summary = try ReaderSummary(path)
            #expect(summary.isClean == false)
        }
        let files = MemoryFileSystem(TestStore.path, files: store.files)
        #expect(try TestStore(files: files).database.recovery != nil)
    }

    @Test func `all readers ignore the content of void parts`() throws {
        let store = BrokenStore.log("", "") { builder in
            builder.addOpenPart(0, count: 7, [1, 2, 3, 4])
            builder.addAbort(from: 0)
            builder.addOpenPart(0)
            builder.addOpenPart(1, count: 1, [1, 2, 3, 4])
            builder.addAbort(from: 1)
            builder.addLastPart(1, count: 0, crcs: [], [])
            builder.add(.confirm) { $0.commit = CommitNumber(2) }
        }
        #expect(try expectAgreement(on: store.files).contains("Bern"))
        let files = MemoryFileSystem("void", files: store.files)
        let report = try IntegrityChecker(path: "void", fileSystem: files).run()
        #expect(report.isSound, "\(report.defects)")
        #expect(report.records == 1)
        #expect(
            try Database(at: "void", options: .readOnly, fileSystem: files)
                .snapshot().commit.rawValue == 2)
    }

    private func expectRefusal(
        ofTwo attribute: String, _ second: [Value], schema: StoredSchema?
    ) throws {
        let twin = try Samples.record(second, row: 1)
        let store = BrokenStore.log("", "") { builder in
            builder.addCommit(schema: schema) {
                $0.append(twin)
                return 1
            }
        }
        try IndependentReader.withFiles(store.files) { path in
            let result = try IndependentReader.run(path)
            #expect(result.errors.contains("\(attribute): expected one object"), "\(result.errors)")
            let error = #expect(throws: StoreError.self) {
                try Database(at: path, options: .readOnly)
            }
            #expect(error?.cause?.contains("have the same '\(attribute)'") == true)
        }
    }

    @Test func `both readers refuse two objects with one id`() throws {
        try expectRefusal(ofTwo: "id", [.int(7), .string("Chur"), .null], schema: nil)
    }

    @Test func `both readers refuse two objects with one unique value`() throws {
        let attributes = Samples.city.attributes.map {
            AttributeSchema(
                id: $0.id, name: $0.name, type: $0.type, isNullable: $0.isNullable, isUnique: true)
        }
        let schema = StoredSchema(
            number: Samples.city.number, name: Samples.city.name, attributes: attributes,
            idOrdinal: 0)
        try expectRefusal(ofTwo: "name", [.int(8), .string("Bern"), .null], schema: schema)
        try expectRefusal(
            ofTwo: "elevation", [.int(8), .string("Chur"), .double(540.5)], schema: schema)
    }

    @Test func `the independent reader refuses each broken store`() throws {
        let stores = try BrokenFrames.all() + BrokenRecords.all()
        try TemporaryFolder.with { folder in
            let paths = stores.indices.map { "\(folder)/\($0)" }
            for (path, store) in zip(paths, stores) {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true)
                for (name, bytes) in store.files {
                    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
                }
            }
            let verdicts = try IndependentReader.run(["--check"] + paths).lines
            #expect(verdicts.count == stores.count)
            for (verdict, store) in zip(verdicts, stores) {
                #expect(verdict != "sound", "\(store.name)")
            }
        }
    }
}
