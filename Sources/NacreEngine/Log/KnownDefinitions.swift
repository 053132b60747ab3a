internal import NacreFormat

/// What schema and layout frames define. Every segment repeats the definitions: equal bytes are
/// decoded once.
struct KnownDefinitions: Sendable {
    private enum Definition: Sendable {
        case schema(EntitySchema)
        case layout(Layout)
    }

    /// An object: see ``MappedSegment``.
    private final class Known: Sendable {
        let crc: UInt32
        let bytes: [UInt8]
        let definition: Definition

        init(_ definition: Definition, _ view: ByteView) {
            crc = view.crc
            bytes = view.bytes
            self.definition = definition
        }
    }

    /// Few, so that looking at each is as fast as hashing one; and the first dictionary of a kind
    /// costs a process more than opening a store may take.
    private var all: [Known] = []

    /// A log that has more is a strange one, and must not make this slow: it begins anew then.
    private static var countMax: Int { 1 << 10 }

    mutating func schema(_ frame: Frame) throws(FormatError) -> EntitySchema {
        let bytes = Self.bytes(of: frame)
        if case .schema(let schema) = definition(of: bytes) { return schema }
        let schema = try EntitySchema.decode(frame)
        add(.schema(schema), bytes)
        return schema
    }

    mutating func layout(_ frame: Frame) throws(FormatError) -> Layout {
        let bytes = Self.bytes(of: frame)
        if case .layout(let layout) = definition(of: bytes) { return layout }
        let layout = try Layout.decode(frame)
        add(.layout(layout), bytes)
        return layout
    }

    private static func bytes(of frame: Frame) -> ByteView {
        frame.payload[Int(frame.header.preludeLength)..<frame.payload.count]
    }

    private func definition(of bytes: ByteView) -> Definition? {
        let crc = bytes.crc
        for known in all where known.crc == crc {
            if known.bytes.withView({ $0.isEqual(to: bytes) }) { return known.definition }
        }
        return nil
    }

    private mutating func add(_ definition: Definition, _ bytes: ByteView) {
        if all.count == Self.countMax { all = [] }
        all.append(Known(definition, bytes))
    }
}
