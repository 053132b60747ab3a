internal import NacreFormat

/// Whether numbers in JSON text survive as doubles, which fractions are in canonical JSON. Those of
/// a Double always do; those of a Decimal may have more digits.
enum JSONNumbers {
    /// With fewer digits, every number is the shortest one of its double.
    private static let digitsMin = 16

    /// - Parameter text: a number as JSON has it.
    static func isExact(_ text: String) -> Bool {
        // Integers are kept digit by digit.
        let isInteger = text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "-") }
        guard !isInteger, text.utf8.count >= digitsMin else { return true }
        guard let decimal = DecimalValue(text) else {
            // Too large or small for a Decimal, hence a double's.
            return true
        }
        return Double(text).flatMap { DecimalValue($0.description) } == decimal
    }
}
