internal import NacreFormat

/// What schema and layout frames define. Every segment repeats the definitions: equal bytes are
/// decoded once.
struct KnownDefinitions: Sendable {
    enum Definition: Sendable {
        case schema(EntitySchema)
        case layout(Layout)
    }

    /// An object: see ``StoreOpener``.
    private final class Known: Sendable {
        let crc: UInt32
        let bytes: [UInt8]
        let definition: Definition

        init(_ definition: Definition, bytes: [UInt8], crc: UInt32) {
            self.crc = crc
            self.bytes = bytes
            self.definition = definition
        }
    }

    /// Few, so that looking at each is as fast as hashing one; and the first dictionary of a kind
    /// costs a process more than opening a store may take.
    private var all: [Known] = []

    /// Of both kinds. A log that has more is a strange one, and must not make this slow: it begins
    /// anew then.
    static var countMax: Int { 1 << 11 }

    /// - Parameter frame: of a schema or of a layout.
    mutating func definition(_ frame: Frame) throws(FormatError) -> Definition {
        let bytes = frame.payload[Int(frame.header.preludeLength)..<frame.payload.count]
        let crc = bytes.crc
        for known in all where known.crc == crc {
            guard known.bytes.withView({ $0.isEqual(to: bytes) }) else { continue }
            // Bytes that are both, or none, are told by decoding.
            if Self.isOf(frame.header.kind, known.definition) { return known.definition }
        }
        let definition = try Self.decode(frame)
        if all.count == Self.countMax { all = [] }
        all.append(Known(definition, bytes: bytes.bytes, crc: crc))
        return definition
    }

    private static func isOf(_ kind: FrameKind?, _ definition: Definition) -> Bool {
        switch definition {
        case .schema: kind == .schema
        case .layout: kind == .layout
        }
    }

    private static func decode(_ frame: Frame) throws(FormatError) -> Definition {
        frame.header.kind == .schema
            ? .schema(try EntitySchema.decode(frame)) : .layout(try Layout.decode(frame))
    }
}
