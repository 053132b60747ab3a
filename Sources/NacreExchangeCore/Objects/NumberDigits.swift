internal import Foundation

/// The digits of a decimal number and their position, without the variable parts of a spelling:
/// leading and trailing zeros, the position of the point against the exponent, a plus sign. Two
/// texts have equal digits if and only if they are the same number with the same sign.
package struct NumberDigits: Equatable {
    package let isNegative: Bool
    /// The digits in ASCII. Neither the first nor the last is a zero; empty for zero.
    package let digits: [UInt8]
    /// The exponent: the number is 0.digits times ten to this power; 0 for zero.
    package let exponent: Int

    /// A limit above the number of digits of any double's exact value.
    private static let doubleDigitsMax = 800

    /// Fails if the text is not a decimal number, or if its exponent is beyond all bounds.
    package init?(_ text: String) {
        var rest = text.utf8[...]
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(whole.count)
        guard !whole.isEmpty else { return nil }
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: Self.isDigit)
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(1 + fraction.count)
        }
        var power = 0
        if let letter = rest.first {
            // Small enough that no later calculation overflows.
            guard letter | 0x20 == UInt8(ascii: "e"), let number = Int(Substring(rest.dropFirst())),
                number.magnitude < 1 << 40
            else { return nil }
            power = number
        }
        let all = Array(whole) + fraction
        let zero = UInt8(ascii: "0")
        let first = all.firstIndex { $0 != zero } ?? all.count
        let last = all.lastIndex { $0 != zero } ?? -1
        digits = first <= last ? Array(all[first...last]) : []
        exponent = digits.isEmpty ? 0 : power + whole.count - first
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Whether a double's shortest text has these digits.
    package func areShortest(of double: Double) -> Bool { NumberDigits(double.description) == self }

    /// Whether a double, rounded to as many digits, has these digits. A text may thus have more
    /// digits than the shortest one, if they are the double's own: 0.10000000000000001 is 0.1.
    package func areRounded(of double: Double) -> Bool {
        guard !digits.isEmpty else { return double == 0 }
        guard double.isFinite, digits.count <= Self.doubleDigitsMax else { return false }
        return NumberDigits(String(format: "%.*e", digits.count - 1, double)) == self
    }
}
