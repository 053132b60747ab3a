/// A row of the table: the figures of the peers.
struct SearchRow {
    let title: String
    /// The ratio of Nacre to FTS5 to reach; nil if there is none.
    let target: Double?
    /// The medians of the peers, in nanoseconds or bytes.
    let values: [NotePeer: Double]
    private let isBytes: Bool

    /// Makes a row of elapsed times.
    init(_ kind: SearchRowKind, seconds: [NotePeer: [Double]]) {
        title = kind.title
        target = kind.target
        values = seconds.mapValues { $0.median * 1e9 }
        isBytes = false
    }

    /// Makes a row of times of all processors.
    init(_ kind: SearchRowKind, processorSeconds: [NotePeer: [Double]]) {
        title = kind.title + ", processor time"
        target = nil
        values = processorSeconds.mapValues { $0.median * 1e9 }
        isBytes = false
    }

    /// Makes a row of sizes.
    init(_ kind: SearchRowKind, bytes: [NotePeer: Double]) {
        title = kind.title
        target = kind.target
        values = bytes
        isBytes = true
    }

    func text(of peer: NotePeer) -> String {
        guard let value = values[peer] else { return "-" }
        return isBytes ? Table.bytes(value) : Table.time(nanoseconds: value)
    }
}
