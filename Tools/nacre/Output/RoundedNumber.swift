extension Int {
    /// Returns the nearest number that has only zeros after its first digits: an estimate should
    /// look like an estimate.
    func rounded(toDigits count: Int) -> Int {
        let limit = (0..<count).reduce(1) { power, _ in power * 10 }
        var unit = 1
        while magnitude / UInt(unit) >= UInt(limit) { unit *= 10 }
        let quotient = self / unit
        return (self % unit >= unit / 2 && unit > 1 ? quotient + 1 : quotient) * unit
    }
}
