/// Sizes and numbers as people read them, the same in every locale.
enum ByteCount {
    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    /// Three digits or two with a fraction, in powers of 1000: "999 bytes", "1.2 MB", "345 GB".
    static func text(_ count: Int) -> String {
        let magnitude = count.magnitude
        if magnitude == 1 { return "\(count) byte" }
        if magnitude < 1000 { return "\(count) bytes" }
        // In tenths of a unit, so that rounding never shows 1000.0 of something.
        var tenths = (magnitude + 50) / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths = (tenths + 500) / 1000
            unit += 1
        }
        let sign = count < 0 ? "-" : ""
        let digits = tenths < 1000 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
        if digits == "1000", unit < units.count - 1 { return "\(sign)1.0 \(units[unit + 1])" }
        return "\(sign)\(digits) \(units[unit])"
    }

    /// All digits, in groups of three: "1,234,567".
    static func grouped(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result += "," }
            result.append(digit)
        }
        return (number < 0 ? "-" : "") + result
    }

    /// A number and what it counts: "1 commit", "1,200 commits".
    static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }
}
