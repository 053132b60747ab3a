internal import NacreFormat

/// The times of commits as a line of bars, one for each equal stretch of time.
struct Sparkline {
    /// A space, and the eight bars of growing height.
    private static let bars = [" "] + scalars.compactMap { UnicodeScalar($0).map { String($0) } }
    private static let scalars: ClosedRange<UInt32> = 0x2581...0x2588
    private static let width = 40

    /// The line with the first and the last time; nil if there are fewer than three times, or all
    /// are one.
    let line: String?

    /// - Parameter times: The times in microseconds since 1970, in any order.
    init(_ times: [Int64]) {
        guard times.count > 2, let first = times.min(), let last = times.max(), first < last else {
            line = nil
            return
        }
        let span = Double(last) - Double(first)
        var counts = Array(repeating: 0, count: Self.width)
        for time in times {
            let share = (Double(time) - Double(first)) / span
            counts[min(Self.width - 1, Int(share * Double(Self.width)))] += 1
        }
        let most = counts.max() ?? 1
        let text = counts.map { count in
            // A stretch with any commit has a bar.
            count == 0 ? Self.bars[0] : Self.bars[1 + (count - 1) * 7 / max(1, most - 1)]
        }
        line =
            "\(TimeText.text(microseconds: first))  \(text.joined())"
            + "  \(TimeText.text(microseconds: last))"
    }
}
