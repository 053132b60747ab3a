internal import NacreFormat

/// A check that numbers in JSON text keep their value as doubles, which is how canonical JSON
/// writes fractions. Numbers from a Double always do; numbers from a Decimal may have more digits.
enum JSONNumbers {
    /// The length from which a number is checked. A shorter one always equals the shortest text of
    /// its double.
    private static let digitsMin = 16

    /// Returns whether a number keeps its value.
    /// - Parameter text: The number as JSON text.
    static func isExact(_ text: String) -> Bool {
        // Integers are kept digit by digit.
        let isInteger = text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "-") }
        guard !isInteger, text.utf8.count >= digitsMin else { return true }
        guard let decimal = DecimalValue(text) else {
            // The number is too large or too small for a Decimal, so it comes from a Double.
            return true
        }
        return Double(text).flatMap { DecimalValue($0.description) } == decimal
    }
}
