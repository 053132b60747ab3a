import Foundation

/// The result of a run as a picture: the ratio of each peer's time to Nacre's, row by row, on a
/// logarithmic scale with steps of a factor of ten. To the right of the line, Nacre is faster.
struct Picture {
    let peers: [PeerName]
    let workloads: [any Workload]
    let results: [[PeerName: Measurement]]
    let clock: ClockKind

    private static let rowHeight = 24.0
    private static let top = 56.0
    private static let left = 460.0
    private static let width = 1070.0
    private static let right = 40.0

    private struct Row {
        let name: String
        let title: String
        let ratios: [(peer: PeerName, ratio: Double)]
    }

    private var others: [PeerName] { peers.filter { $0 != .nacre } }

    private var rows: [Row] {
        zip(workloads, results).compactMap { workload, result in
            guard let nacre = result[.nacre]?.nanoseconds(clock), nacre > 0 else { return nil }
            let ratios = others.compactMap { peer in
                result[peer]?.nanoseconds(clock).map { (peer: peer, ratio: $0 / nacre) }
            }
            return Row(name: workload.row.name, title: workload.row.title, ratios: ratios)
        }
    }

    /// Returns the powers of ten that contain all ratios.
    private func decades(_ rows: [Row]) -> ClosedRange<Int> {
        let exponents = rows.flatMap(\.ratios).map { log10($0.ratio) }
        let low = min(-1, Int((exponents.min() ?? 0).rounded(.down)))
        return low...max(low + 1, Int((exponents.max() ?? 1).rounded(.up)))
    }

    var text: String {
        let rows = rows
        let decades = decades(rows)
        let height = Self.top + Double(rows.count) * Self.rowHeight + 30
        func x(_ exponent: Double) -> Double {
            let share = (exponent - Double(decades.lowerBound)) / Double(decades.count - 1)
            return Self.left + share * (Self.width - Self.left - Self.right)
        }
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \
            \(Int(height))" font-family="system-ui, sans-serif" font-size="12">
            """,
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
            label("Time of a peer in times of Nacre's", 16, 22, anchor: "start", isBold: true),
        ]
        lines += legend
        lines += decades.map { axis($0, x(Double($0)), height) }
        for (place, row) in rows.enumerated() {
            let y = Self.top + (Double(place) + 0.5) * Self.rowHeight
            lines.append(label(row.name, 16, y + 4, anchor: "start", isBold: true))
            lines.append(label(row.title, 64, y + 4, anchor: "start"))
            lines += row.ratios.map { dot($0.peer, x(log10($0.ratio)), y, $0.ratio) }
        }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    private var legend: [String] {
        others.enumerated().flatMap { place, peer in
            let x = Self.left + 30 + Double(place) * 110
            return [
                "<circle cx=\"\(Int(x))\" cy=\"18\" r=\"5\" fill=\"\(color(peer))\"/>",
                label(peer.title, x + 10, 22, anchor: "start"),
            ]
        }
    }

    /// Returns a line from top to bottom, with its factor below; the line of equality is thick.
    private func axis(_ exponent: Int, _ x: Double, _ height: Double) -> String {
        let text = exponent < 0 ? "1/\(power(-exponent))" : power(exponent)
        return """
            <line x1="\(round(x))" x2="\(round(x))" y1="\(Int(Self.top - 6))" \
            y2="\(Int(height - 24))" stroke="\(exponent == 0 ? "#444444" : "#dddddd")"/>
            \(label(text, x, height - 10, anchor: "middle"))
            """
    }

    private func power(_ exponent: Int) -> String { "1" + String(repeating: "0", count: exponent) }

    private func dot(_ peer: PeerName, _ x: Double, _ y: Double, _ ratio: Double) -> String {
        """
        <circle cx="\(round(x))" cy="\(round(y))" r="5" fill="\(color(peer))">\
        <title>\(peer.title): \(String(format: "%.2f", ratio))</title></circle>
        """
    }

    private func label(
        _ text: String, _ x: Double, _ y: Double, anchor: String, isBold: Bool = false
    ) -> String {
        let weight = isBold ? " font-weight=\"600\"" : ""
        return """
            <text x="\(round(x))" y="\(round(y))" text-anchor="\(anchor)" fill="#222222"\(weight)>\
            \(text.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</text>
            """
    }

    private func color(_ peer: PeerName) -> String {
        switch peer {
        case .nacre: "#222222"
        case .grdb: "#d1495b"
        case .sqlite: "#edae49"
        case .lmdb: "#00798c"
        case .leveldb: "#7a5195"
        case .rocksdb: "#6a994e"
        }
    }

    private func round(_ value: Double) -> String { String(format: "%.1f", value) }
}
