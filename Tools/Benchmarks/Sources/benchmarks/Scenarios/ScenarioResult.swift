import Foundation

/// The medians of a row's turns.
struct ScenarioResult {
    let title: String
    /// The time of an operation in nanoseconds, or a number of bytes.
    let values: [PeerName: Double]
    private let isMemory: Bool

    init(title: String, measurements: [Measurement], clock: ClockKind) {
        self.title = title
        isMemory = measurements.allSatisfy { $0.operations == 0 }
        values = Dictionary(grouping: measurements, by: \.engine).mapValues { turns in
            turns.compactMap { $0.nanoseconds(clock) ?? ($0.peakRSS ?? $0.disk).map(Double.init) }
                .median
        }
    }

    /// The ratio of the fastest other peer to Nacre; nil if Nacre is alone.
    var worstRatio: Double? {
        guard let nacre = values[.nacre], nacre > 0 else { return nil }
        return values.filter { $0.key != .nacre }.values.min().map { $0 / nacre }
    }

    /// Returns the peer's value with its unit.
    func text(of peer: PeerName) -> String {
        guard let value = values[peer] else { return "-" }
        return isMemory ? Table.bytes(value) : Table.time(nanoseconds: value)
    }
}
