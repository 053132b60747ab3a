internal import NacreEngine
internal import NacreFormat

/// The formats that are read without a store: manifest, layout, record, block, JSON.
extension FuzzTarget {
    /// Manifests: if the bytes are accepted, encoding the manifest again gives the same bytes.
    static let manifest = FuzzTarget(
        name: "manifest",
        seeds: {
            var large = Samples.manifest
            large.segments = Manifest.Ending.allCases.enumerated().map { index, ending in
                Manifest.Segment(
                    number: SegmentNumber(UInt32(index + 2)), ending: ending, length: 1024,
                    firstCommit: CommitNumber(1), lastCommit: CommitNumber(9),
                    purgedAsOf: CommitNumber(0), digest: 0xABCD)
            }
            return FuzzMode.inputs([Samples.manifest.encoded, large.encoded], modes: 0..<2)
        },
        run: { input in
            guard var (mode, bytes) = FuzzMode.split(input) else { return }
            let crcLine = "crc 00000000\n".utf8.count
            if mode.contains(.isSealed), bytes.count > crcLine {
                bytes.removeLast(crcLine)
                bytes += Array("crc \(bytes.withView(\.crc).hex)\n".utf8)
            }
            _ = bytes.withView { HexDump(fieldSizeMax: 32).lines(ofManifest: $0).count }
            guard let manifest = try? Manifest.decode(bytes) else { return }
            try requireEqual(manifest.encoded, bytes, "a manifest written again")
        })

    /// Payloads of layout and schema frames.
    static let layout = FuzzTarget(
        name: "layout",
        seeds: {
            let layouts = [Samples.cityLayout.encoded, AllTypes.layout.encoded]
            let schemas = [Samples.city, AllTypes.schema].map { schema in
                let buffer = ByteBuffer()
                schema.encode(into: buffer)
                return buffer.read { $0.bytes }
            }
            return FuzzMode.inputs(layouts, modes: 0..<1) + FuzzMode.inputs(schemas, modes: 2..<3)
        },
        run: { input in
            guard let (mode, bytes) = FuzzMode.split(input) else { return }
            if mode.contains(.isOther) {
                let schema = try? withFrame(.schema, payload: bytes) { try StoredSchema.decode($0) }
                guard let schema else { return }
                let buffer = ByteBuffer()
                schema.encode(into: buffer)
                let again = try withFrame(.schema, payload: buffer.read { $0.bytes }) {
                    try StoredSchema.decode($0)
                }
                try requireEqual(again, schema, "a schema written again")
            } else {
                guard let layout = decodedLayout(bytes) else { return }
                let again = try withFrame(.layout, payload: layout.encoded) {
                    try Layout.decode($0)
                }
                try requireEqual(again.encoded, layout.encoded, "a layout written again")
            }
        })

    private static func decodedLayout(_ payload: [UInt8]) -> Layout? {
        try? withFrame(.layout, payload: payload) { try Layout.decode($0) }
    }

    /// Records, read by a known layout or by one that is part of the input.
    static let record = FuzzTarget(
        name: "record",
        seeds: {
            let city = try Samples.record([.int(7), .string("Bern"), .double(540.5)], row: 3)
            let buffer = ByteBuffer()
            try RecordEncoder.appendPut(
                AllTypes.values(2), row: RowNumber(0), layout: AllTypes.layout, to: buffer)
            let everything = buffer.read { $0.bytes }
            let own = Samples.cityLayout.encoded
            return FuzzMode.inputs([everything], modes: 0..<2)
                + FuzzMode.inputs([[UInt8(own.count / 4)] + own + city], modes: 2..<4)
        },
        run: { input in
            guard let (mode, bytes) = FuzzMode.split(input) else { return }
            guard mode.contains(.isOther) else {
                try read(bytes, AllTypes.layout, mode)
                return
            }
            guard let words = bytes.first, bytes.count > Int(words) * 4 else { return }
            let end = 1 + Int(words) * 4
            guard let layout = decodedLayout(Array(bytes[1..<end])) else { return }
            try read(Array(bytes[end...]), layout, mode)
        })

    /// Checks that a record's values are unchanged after they are encoded and read again.
    private static func read(_ bytes: [UInt8], _ layout: Layout, _ mode: FuzzMode) throws {
        guard bytes.count >= RecordFields.size else { return }
        var bytes = bytes
        if mode.contains(.isSealed) {
            let length = bytes.withView { $0.load(UInt32.self, at: RecordFields.length.offset) }
            let end = min(max(Int(length), RecordFields.length.offset), bytes.count)
            bytes = bytes.repairingCRC(
                at: RecordFields.crc.offset, of: RecordFields.length.offset..<end)
        }
        guard let values = bytes.withView({ values(of: $0, layout) }) else { return }
        let buffer = ByteBuffer()
        try RecordEncoder.appendPut(values, row: RowNumber(3), layout: layout, to: buffer)
        let again = buffer.read { self.values(of: $0, layout) }
        // Identical rather than equal, because no NaN equals another.
        let isSame = zip(again ?? [], values).allSatisfy { $0.isIdentical(to: $1) }
        try require(
            isSame && again?.count == values.count,
            "a record written again: \(values) became \(again ?? [])")
    }

    /// Returns the values, or nil if one of them cannot be read or if one is stored in a record of
    /// its own.
    private static func values(of view: ByteView, _ layout: Layout) -> [Value]? {
        guard let record = try? RecordView.read(view, at: 0, origin: 0) else { return nil }
        guard record.kind == .put else {
            _ = try? record.checkWithoutLayout(origin: 0)
            return nil
        }
        guard (try? record.check(layout, origin: 0)) != nil else { return nil }
        struct External: Error {}
        var values: [Value] = []
        var isWhole = true
        for ordinal in layout.attributes.indices {
            let value = try? RecordDecoder.value(
                ordinal, of: record, layout: layout, origin: 0,
                external: { _ throws(External) in throw External() })
            var writer = JSONWriter()
            value?.write(to: &writer)
            if let value { values.append(value) } else { isWhole = false }
        }
        return isWhole ? values : nil
    }

    /// Compressed blocks, and bytes to make blocks of.
    static let lz4 = FuzzTarget(
        name: "lz4",
        seeds: {
            let text = Array(String(repeating: "to be or not to be, ", count: 20).utf8)
            let block = try text.withView { try LZ4Block.compress($0) }
            return [[0] + block, [2] + text]
        },
        run: { input in
            guard let (mode, bytes) = FuzzMode.split(input) else { return }
            if mode.contains(.isOther) {
                let block = try bytes.withView { try LZ4Block.compress($0) }
                let again = try block.withView { try LZ4Block.decompress($0, limit: bytes.count) }
                try requireEqual(again, bytes, "decompressed again")
                return
            }
            let size = bytes.count < 4 ? 0 : bytes.withView { $0.load(UInt32.self, at: 0) }
            do {
                let value = try bytes.withView { try LZ4Block.decompress($0, limit: 1 << 20) }
                try requireEqual(value.count, Int(size), "the length")
            } catch let error as FormatError {
                // The library is called last, and accepts everything that has the right form.
                try require(error.field != "block", "\(error)")
            }
        })

    /// JSON texts: the parsed value is unchanged after it is written and parsed again.
    static let json = FuzzTarget(
        name: "json",
        seeds: {
            [
                #"{"id": 12, "n\u00e9": "\ud83d\ude00\n", "x": [1.5e3, -0, null, {}], "": 9}"#,
                "[18446744073709551615, -9223372036854775808, 0.1, 1e-400, 1E400, \"\\u0000\"]",
                String(repeating: "[", count: 200),
            ]
            .map { Array($0.utf8) }
        },
        run: { input in
            guard let value = try? JSONParser.parse(input) else { return }
            let written = JSONWriter.bytes(of: value)
            let again = try JSONParser.parse(written)
            try require(again == value, "written again it is another value")
            try requireEqual(JSONWriter.bytes(of: again), written, "written twice")
        })
}
