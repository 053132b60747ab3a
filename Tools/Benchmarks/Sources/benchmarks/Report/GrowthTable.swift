/// The growth of one peer's rows with the number of cities, as a table in Markdown: nanoseconds per
/// operation at each number, followed by the ratio to the number before.
struct GrowthTable {
    let peer: PeerName
    let workloads: [any Workload]
    let measurements: [Measurement]
    let clock: ClockKind

    private var sizes: [Int] { Set(measurements.map(\.n)).sorted() }

    var text: String {
        let numbers = sizes.map { Table.number(Double($0)) }
        let header = ["row", "\(peer.title), ns an operation"] + numbers
        let rule = ["---", "---"] + numbers.map { _ in "---:" }
        let rows = workloads.map { $0.row }.compactMap { row in
            line([row.name, title(of: row)]) { nanoseconds(row, $0) }
        }
        let bytes = [
            line(["", "bytes on disk an entity, after W1"]) { perEntity("W1", $0, \.disk) },
            line(["", "anonymous memory after W4, bytes an entity"]) {
                perEntity("W4", $0, \.anonymous)
            },
            line(["", "most memory during W1, bytes an entity"]) { perEntity("W1", $0, \.peakRSS) },
        ]
        return ([header, rule].map(Table.cells) + rows + bytes.compactMap(\.self))
            .joined(separator: "\n")
    }

    private func title(of row: TableRow) -> String {
        row.unit == "call" ? row.title : "\(row.title), per \(row.unit)"
    }

    /// - Returns: The line, or nil if it has no measurements.
    private func line(_ titles: [String], _ value: (Int) -> Double?) -> String? {
        let values = sizes.map(value)
        if values.allSatisfy({ $0 == nil }) { return nil }
        var before: Double?
        let cells = values.map { value in
            guard let value else { return "-" }
            let growth = before.map { " (\(Table.ratio(value, $0)))" } ?? ""
            before = value
            return Table.number(value) + growth
        }
        return Table.cells(titles + cells)
    }

    /// Returns the time of the fastest round.
    private func nanoseconds(_ row: TableRow, _ size: Int) -> Double? {
        of(row.name, size).compactMap { $0.nanoseconds(clock) }.min()
    }

    private func perEntity(
        _ row: String, _ size: Int, _ bytes: (Measurement) -> Int?
    ) -> Double? {
        of(row, size).compactMap(bytes).min().map { Double($0) / Double(size) }
    }

    private func of(_ row: String, _ size: Int) -> [Measurement] {
        measurements.filter { $0.engine == peer && $0.workload == row && $0.n == size }
    }
}
