internal import NacreFormat

/// One measurement.
struct BenchRow {
    let name: String
    /// The duration of one operation.
    let duration: Duration

    /// - Parameters:
    ///   - duration: The duration of all operations together.
    ///   - operations: The number of operations.
    init(_ name: String, _ duration: Duration, operations: Int = 1) {
        self.name = name
        self.duration = duration / max(operations, 1)
    }

    /// The number of operations per second.
    var rate: Int {
        let seconds = duration / .seconds(1)
        return seconds > 0 ? Int(min(1 / seconds, 1e12)) : 0
    }

    /// The duration of one operation with three digits, in the unit that fits.
    var time: String {
        let nanoseconds = duration / .nanoseconds(1)
        let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)]
        let unit = units.last { nanoseconds >= $0.1 } ?? units[0]
        let number = nanoseconds / unit.1
        if number >= 100 { return "\(Int(number.rounded())) \(unit.0)" }
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit.0)"
    }

    var json: JSONValue {
        .members([
            "what": .string(name), "nanoseconds": .double(duration / .nanoseconds(1)),
            "perSecond": .count(rate),
        ])
    }
}
