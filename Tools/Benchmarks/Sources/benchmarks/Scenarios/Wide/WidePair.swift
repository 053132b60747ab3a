/// Two attributes of a wide object.
struct WidePair: Answer {
    let number: Int
    let text: String

    func mix(into digest: inout Digest) {
        digest.mix(number)
        digest.mix(text)
    }

    /// The columns of the attributes, and that of the sum.
    static let numberColumn = 3
    static let textColumn = 34
    static let sumColumn = 5

    static let sql = "SELECT i3, s2 FROM wide ORDER BY id"
    static let sumSQL = "SELECT sum(i5) FROM wide"
}
