/// Two attributes of a wide object that have columns.
struct WideNumbers: Answer {
    let number: Int
    let fraction: Double

    func mix(into digest: inout Digest) {
        digest.mix(number)
        digest.mix(fraction.bitPattern)
    }

    /// The columns of the attributes.
    static let numberColumn = 7
    static let fractionColumn = 15

    static let sql = "SELECT i7, d3 FROM wide ORDER BY id"
}
