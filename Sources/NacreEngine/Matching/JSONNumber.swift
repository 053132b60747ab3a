internal import NacreFormat

/// A number in JSON text. Integers are compared exactly, others as doubles.
enum JSONNumber {
    case integer(Int128)
    case double(Double)

    /// - Returns: nil if the value is not a number.
    init?(_ value: Value) {
        switch value {
        case .int(let number): self = .integer(Int128(number))
        case .uint(let number): self = .integer(Int128(number))
        case .float(let number): self = .double(Double(number))
        case .double(let number): self = .double(number)
        default: return nil
        }
    }

    /// - Returns: nil if the value is not a number. NaN and the infinities are strings in JSON.
    init?(_ json: JSONValue) {
        switch json {
        case .integer(let number): self = .integer(Int128(number))
        case .number(let digits):
            guard let number = Int128(digits) else {
                self = .double(Double(digits) ?? .infinity)
                return
            }
            self = .integer(number)
        default:
            guard case .double(let number)? = Value(json, as: .scalar(.double)) else { return nil }
            self = .double(number)
        }
    }

    /// - Returns: nil if the text has anything except a sign and digits, or more than 18 digits.
    init?(digits text: ByteView) {
        let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        guard text.count > start, text.count - start <= 18 else { return nil }
        var number: Int64 = 0
        for offset in start..<text.count {
            let digit = text[offset] &- 0x30
            guard digit < 10 else { return nil }
            number = number * 10 + Int64(digit)
        }
        // -0 is a double.
        if isNegative, number == 0 { return nil }
        self = .integer(Int128(isNegative ? -number : number))
    }

    func compare(_ comparison: ComparisonOperator, _ other: JSONNumber) -> Bool {
        if case .integer(let a) = self, case .integer(let b) = other {
            return Matcher.compare(a, comparison, b)
        }
        return Matcher.compare(double, comparison, other.double)
    }

    var double: Double {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        }
    }
}
