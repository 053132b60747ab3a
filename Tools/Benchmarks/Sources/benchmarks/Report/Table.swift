import Foundation

/// The result of a run as a table in Markdown: nanoseconds per operation, the target, and the ratio
/// of each peer to Nacre. A ratio above 1 means that Nacre is that many times as fast. Below the
/// table is a list of the plans that Nacre used.
struct Table {
    let peers: [PeerName]
    let workloads: [any Workload]
    let results: [[PeerName: Measurement]]
    let clock: ClockKind

    private var others: [PeerName] { peers.filter { $0 != .nacre } }

    var text: String {
        var lines = [header, rule]
        lines += zip(workloads, results).map { line($0.row, $1) }
        lines += [
            sizeLine("bytes on disk an entity, after W1", target: 200) { $0.disk },
            sizeLine("anonymous memory after W4, bytes an entity", row: "W4", target: 110) {
                $0.anonymous
            },
        ].compactMap { $0 }
        return (lines + plans).joined(separator: "\n")
    }

    private var plans: [String] {
        let plans = zip(workloads, results).compactMap { workload, result in
            result[.nacre]?.plan.map { "- \(workload.row.name): \($0)" }
        }
        return plans.isEmpty ? [] : ["", "Plans that Nacre used:", ""] + plans
    }

    private var header: String {
        Table.cells(
            ["row", clock == .wall ? "what, in ns an operation" : "what, in CPU ns an operation"]
                + peers.map(\.title) + ["bare writes", "target", "Nacre / target"]
                + others.map { "\($0.title) / Nacre" })
    }

    private var rule: String {
        Table.cells(
            ["---", "---"] + Array(repeating: "---:", count: peers.count + others.count + 3))
    }

    private func line(_ row: TableRow, _ result: [PeerName: Measurement]) -> String {
        let title = row.unit == "call" ? row.title : "\(row.title), per \(row.unit)"
        let nacre = result[.nacre]?.nanoseconds(clock)
        let target = target(of: row, result)
        let times = peers.map { time(result[$0]) }
        let ratios = others.map { Table.ratio(result[$0]?.nanoseconds(clock), nacre) }
        let bare = bareWrites(result).map(Table.number) ?? "-"
        let aim = [bare, target.map(Table.number) ?? "-", Table.ratio(nacre, target)]
        return Table.cells([row.name, title] + times + aim + ratios)
    }

    private func time(_ measurement: Measurement?) -> String {
        measurement?.notYet.map { "not yet (\($0))" }
            ?? measurement?.nanoseconds(clock).map(Table.number) ?? "-"
    }

    private func target(of row: TableRow, _ result: [PeerName: Measurement]) -> Double? {
        if !row.isOfBareWrites { return row.target }
        return bareWrites(result).map { $0 * row.target }
    }

    /// Returns the best measurement: the disk is the same for all.
    private func bareWrites(_ result: [PeerName: Measurement]) -> Double? {
        result.values.compactMap(\.bareWrite).min()
    }

    /// Returns a line about bytes, from the row that measures them.
    private func sizeLine(
        _ title: String, row: String = "W1", target: Double, _ size: (Measurement) -> Int?
    ) -> String? {
        guard let index = workloads.firstIndex(where: { $0.row.name == row }) else { return nil }
        let sizes = results[index].compactMapValues { measurement in
            size(measurement).map { Double($0) / Double(measurement.n) }
        }
        return Table.cells(
            ["", title] + peers.map { sizes[$0].map(Table.number) ?? "-" }
                + ["-", Table.number(target), Table.ratio(sizes[.nacre], target)]
                + others.map { Table.ratio(sizes[$0], sizes[.nacre]) })
    }

    static func cells(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    /// Returns a number such as 1,234,567.
    static func number(_ value: Double) -> String {
        let digits = String(Int(value.rounded()))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// Returns a number of bytes with its unit.
    static func bytes(_ value: Double) -> String {
        value < 1e6 ? "\(number(value)) bytes" : String(format: "%.1f MB", value / 1e6)
    }

    /// Returns a time with its unit.
    static func time(nanoseconds value: Double) -> String {
        switch value {
        case ..<10_000: "\(number(value)) ns"
        case ..<10_000_000: "\(number(value / 1e3)) us"
        default: "\(number(value / 1e6)) ms"
        }
    }

    /// Returns a ratio with at least two significant digits: 0.21, 31, 1/45.
    static func ratio(_ value: Double?, _ base: Double?) -> String {
        guard let value, let base, value > 0, base > 0 else { return "-" }
        let ratio = value / base
        if ratio < 0.1 { return "1/" + number(1 / ratio) }
        return ratio < 10 ? String(format: "%.2f", ratio) : number(ratio)
    }
}
