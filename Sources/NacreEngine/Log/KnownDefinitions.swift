internal import NacreFormat

/// What schema or layout frames define. Every segment repeats the definitions: equal bytes are
/// decoded once.
struct KnownDefinitions<Definition: Sendable>: Sendable {
    private struct Known: Sendable {
        let crc: UInt32
        let bytes: [UInt8]
        let definition: Definition
    }

    /// Few, so that looking at each is as fast as hashing one; and the first dictionary of a kind
    /// costs a process more than opening a store may take.
    private var all: [Known] = []

    /// A log that has more is a strange one, and must not make this slow: it begins anew then.
    private static var countMax: Int { 1 << 10 }

    mutating func known(
        _ frame: Frame, _ decode: (Frame) throws(FormatError) -> Definition
    ) throws(FormatError) -> Definition {
        let view = frame.payload[Int(frame.header.preludeLength)..<frame.payload.count]
        let crc = view.crc
        for known in all where known.crc == crc {
            if known.bytes.withView({ $0.isEqual(to: view) }) { return known.definition }
        }
        let definition = try decode(frame)
        if all.count == Self.countMax { all = [] }
        all.append(Known(crc: crc, bytes: view.bytes, definition: definition))
        return definition
    }
}
