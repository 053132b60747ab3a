/// Numbers as people read them.
extension Int {
    /// With a comma between groups of three digits: "11,981".
    package var grouped: String {
        var text = ""
        let digits = String(magnitude)
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return self < 0 ? "-\(text)" : text
    }

    /// The nearest number that has zeros behind its first digits: an estimate should look like one.
    package func rounded(toDigits count: Int) -> Int {
        var unit = 1
        while self / unit >= Self.power(count) { unit *= 10 }
        return (self + unit / 2) / unit * unit
    }

    private static func power(_ exponent: Int) -> Int {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
