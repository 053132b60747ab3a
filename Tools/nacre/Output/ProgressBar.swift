internal import Foundation
internal import NacreExchangeCore

/// One line on a terminal that shows the progress of long work:
///
///     Importing  42% [=======>          ] 5,032 objects, 28,500/s, 3 s left
///
/// It appears after half a second, is drawn at most ten times a second, and clears itself. Without
/// a terminal it does nothing.
package final class ProgressBar {
    private static let delaySeconds = 0.5
    private static let intervalSeconds = 0.1
    private static let barWidthMax = 30
    /// The minimum width of a bar that is readable.
    private static let barWidthMin = 5

    private let title: String
    private let unit: String
    private let terminal: ProgressTerminal?
    private let now: () -> Double
    private let start: Double
    private var nextDraw: Double
    /// The width of the line that is on the terminal now.
    private var shownWidth = 0

    /// - Parameters:
    ///   - title: A word in ASCII that names the work.
    ///   - unit: The plural noun of the counted things.
    ///   - now: A monotonic clock, in seconds.
    package init(
        _ title: String, unit: String = "objects",
        terminal: ProgressTerminal? = .standardError,
        now: @escaping () -> Double = { ProcessInfo.processInfo.systemUptime }
    ) {
        self.title = title
        self.unit = unit
        self.terminal = terminal
        self.now = now
        start = now()
        nextDraw = start + Self.delaySeconds
    }

    /// - Parameters:
    ///   - done: The finished part, in the unit of `total`, in which the work proceeds evenly.
    ///   - total: The total, or 0 if it is not known.
    ///   - count: The number shown, if it is not `done`.
    package func update(done: Int, of total: Int, count: Int? = nil) {
        guard let terminal else { return }
        let time = now()
        guard time >= nextDraw else { return }
        nextDraw = time + Self.intervalSeconds
        let line = line(
            done: done, of: total, count: count ?? done, seconds: time - start,
            width: max(terminal.width() - 1, 10))
        let blank = String(repeating: " ", count: max(shownWidth - line.count, 0))
        shownWidth = line.count
        terminal.write("\r\(line)\(blank)")
    }

    /// Removes the line. A later update shows it again.
    package func clear() {
        guard shownWidth > 0 else { return }
        terminal?.write("\r\(String(repeating: " ", count: shownWidth))\r")
        shownWidth = 0
    }

    private func line(done: Int, of total: Int, count: Int, seconds: Double, width: Int) -> String {
        let rate = Int((Double(count) / max(seconds, 1e-3)).rounded()).rounded(toDigits: 3)
        var head = title
        var tail = "\(ByteCount.grouped(count)) \(unit), \(ByteCount.grouped(rate))/s"
        guard total > 0 else { return String("\(head) \(tail)".prefix(width)) }
        let share = min(max(Double(done) / Double(total), 0), 1)
        let percent = "\(Int(share * 100))%"
        head += String(repeating: " ", count: max(5 - percent.count, 1)) + percent
        if share > 0 { tail += ", \(Self.duration(seconds / share * (1 - share))) left" }
        let room = min(width - head.count - tail.count - 4, Self.barWidthMax)
        guard room >= Self.barWidthMin else { return String("\(head) \(tail)".prefix(width)) }
        let filled = min(Int(share * Double(room)), room - 1)
        let bar =
            String(repeating: "=", count: filled) + ">"
            + String(repeating: " ", count: room - 1 - filled)
        return "\(head) [\(bar)] \(tail)"
    }

    /// Returns "3 s", "2:05" or "1:00:09".
    private static func duration(_ seconds: Double) -> String {
        // Capped at a few months: it is only an estimate.
        let whole = Int(min(seconds, 1e7).rounded(.up))
        func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60):\(pad(whole % 60))" }
        return "\(whole / 3600):\(pad(whole / 60 % 60)):\(pad(whole % 60))"
    }
}
