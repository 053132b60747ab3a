internal import NacreFormat

/// What schema or layout frames define. Every segment repeats the definitions: equal bytes are
/// decoded once.
struct KnownDefinitions<Definition> {
    private struct Known {
        let bytes: [UInt8]
        let definition: Definition
    }

    /// By the checksums of payloads, of which frames have two alike rarely: then it is the last
    /// one. The keys are Ints for the reason that ``ReplayedRows`` has.
    private var all: [Int: Known] = [:]

    mutating func known(
        _ frame: Frame, _ decode: (Frame) throws(FormatError) -> Definition
    ) throws(FormatError) -> Definition {
        let view = frame.payload[Int(frame.header.preludeLength)..<frame.payload.count]
        let crc = Int(view.crc)
        if let former = all[crc], former.bytes.withView({ $0.isEqual(to: view) }) {
            return former.definition
        }
        let definition = try decode(frame)
        all[crc] = Known(bytes: view.bytes, definition: definition)
        return definition
    }
}
