/// Formats sizes and numbers for people, alike in every locale.
package enum ByteCount {
    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    /// Returns a size with three digits, or with two that include a fraction, in powers of 1000:
    /// "999 bytes", "1.2 MB", "345 GB".
    package static func text(_ count: Int) -> String {
        let magnitude = UInt128(count.magnitude)
        let sign = count < 0 ? "-" : ""
        if magnitude < 1000 { return "\(count) \(magnitude == 1 ? "byte" : "bytes")" }
        var size: UInt128 = 1000
        for unit in units {
            // Each result is rounded from the number itself: rounding twice would round 999,499 up.
            let tenths = (magnitude * 10 + size / 2) / size
            if tenths < 1000 { return "\(sign)\(tenths / 10).\(tenths % 10) \(unit)" }
            let whole = (magnitude + size / 2) / size
            if whole < 1000 { return "\(sign)\(whole) \(unit)" }
            size *= 1000
        }
        return "\(count) bytes"
    }

    /// Returns all digits, in groups of three: "1,234,567".
    package static func grouped(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result += "," }
            result.append(digit)
        }
        return (number < 0 ? "-" : "") + result
    }

    /// Returns a number with its noun: "1 commit", "1,200 commits".
    package static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }
}
