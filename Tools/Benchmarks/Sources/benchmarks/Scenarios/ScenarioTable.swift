import Foundation

/// The results of all scenarios as a table in Markdown, the row that is worst for Nacre first. A
/// ratio above 1 says that Nacre needs less.
struct ScenarioTable {
    private let rows: [ScenarioResult]
    private let clock: ClockKind

    /// - Parameters:
    ///   - measurements: The turns of all peers.
    ///   - clock: The clock that counts.
    init(_ measurements: [Measurement], clock: ClockKind) {
        self.clock = clock
        rows = Dictionary(grouping: measurements, by: \.workload).map {
            ScenarioResult(title: $0.key, measurements: $0.value, clock: clock)
        }.sorted { ($0.worstRatio ?? .infinity, $0.title) < ($1.worstRatio ?? .infinity, $1.title) }
    }

    var text: String {
        let peers = PeerName.allCases.filter { peer in
            rows.contains { $0.values[peer] != nil }
        }
        let others = peers.filter { $0 != .nacre }
        let header =
            ["row", "Nacre"] + others.map(\.title) + others.map { "\($0.title) / Nacre" }
        let rule = ["---"] + Array(repeating: "---:", count: header.count - 1)
        let lines = rows.map { row in
            [row.title] + peers.map { row.text(of: $0) }
                + others.map { Table.ratio(row.values[$0], row.values[.nacre]) }
        }
        return ([header, rule] + lines).map(Table.cells).joined(separator: "\n")
    }
}
