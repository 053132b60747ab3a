/// Parses numbers. The grammar is checked digit by digit, and most values are computed along the
/// way. The standard library converts only doubles that one rounding step cannot give.
extension JSONParser {
    /// Any number of up to this many digits fits in a UInt64.
    private static let exactDigitCountMax = 19

    /// The powers of ten that a Double holds exactly.
    private static let exactPowersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Reads a number, starting at its sign or first digit.
    mutating func parseNumber() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        var digits = Digits()
        if take(UInt8(ascii: "0")) {
            guard !Self.isDigit(peek) else {
                throw JSONError(offset: position - 1, reason: .leadingZero)
            }
            digits.count = 1
        } else {
            try parseDigits(into: &digits)
        }
        switch peek {
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            return try parseDouble(start: start, isNegative: isNegative, digits: &digits)
        default:
            let value = integer(start: start, isNegative: isNegative, digits: digits)
            if case .double = value { isPlain = false }
            return value
        }
    }

    /// The digits read so far. The value is meaningless beyond `exactDigitCountMax` digits.
    private struct Digits {
        var value: UInt64 = 0
        var count = 0
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Reads one or more digits.
    @inline(__always)
    private mutating func parseDigits(into digits: inout Digits) throws(JSONError) {
        let start = position
        while true {
            let digit = peek &- 0x30
            guard digit < 10 else { break }
            digits.value = digits.value &* 10 &+ UInt64(digit)
            position += 1
        }
        guard position > start else { throw unexpected(.digit) }
        digits.count += position - start
    }

    private func integer(start: Int, isNegative: Bool, digits: Digits) -> JSONValue {
        if digits.count <= Self.exactDigitCountMax {
            if !isNegative, let value = Int64(exactly: digits.value) { return .integer(value) }
            if isNegative, digits.value == 0 { return .double(-0.0) }
            if isNegative, digits.value <= Int64.min.magnitude {
                return .integer(Int64(truncatingIfNeeded: 0 &- digits.value))
            }
        }
        // The grammar allows one spelling for an integer, so the text is its canonical form. It is
        // ASCII, so making a string of it cannot fail.
        return .number(input.string(from: start, to: position) ?? "0")
    }

    /// Reads a fraction, an exponent, or both.
    private mutating func parseDouble(
        start: Int, isNegative: Bool, digits: inout Digits
    ) throws(JSONError) -> JSONValue {
        isPlain = false
        var exponent = 0
        if take(UInt8(ascii: ".")) {
            let fraction = position
            try parseDigits(into: &digits)
            exponent = fraction - position
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            let isBelowOne = peek == UInt8(ascii: "-")
            if isBelowOne || peek == UInt8(ascii: "+") {
                position += 1
                guard Self.isDigit(peek) else { throw unexpected(.digit) }
            }
            guard Self.isDigit(peek) else { throw unexpected(.digitOrSign) }
            var power = Digits()
            try parseDigits(into: &power)
            // A larger exponent is left to the slow path, which reads the text again.
            let size = power.count <= 9 ? Int(truncatingIfNeeded: power.value) : 1_000_000_000
            exponent += isBelowOne ? -size : size
        }
        if keepsSpelling { return spelled(start: start) }
        if let value = Self.exactly(digits, exponent: exponent) {
            return .double(isNegative ? -value : value)
        }
        return try roundedDouble(start: start)
    }

    /// Returns a number as a double if that is written the same way, and otherwise as its text.
    private func spelled(start: Int) -> JSONValue {
        let text = input.string(from: start, to: position) ?? ""
        guard let value = Double(text), value.description == text else { return .number(text) }
        return .double(value)
    }

    /// Returns the double nearest to digits times a power of ten, if both are exact doubles. One
    /// division or multiplication then rounds only once, as correct rounding requires.
    private static func exactly(_ digits: Digits, exponent: Int) -> Double? {
        guard digits.count <= exactDigitCountMax, digits.value <= 1 << 53 else { return nil }
        let magnitude = Double(digits.value)
        let index = Int(exponent.magnitude)
        guard index < exactPowersOfTen.count else { return nil }
        let power = exactPowersOfTen[index]
        return exponent < 0 ? magnitude / power : magnitude * power
    }

    @inline(never)
    private func roundedDouble(start: Int) throws(JSONError) -> JSONValue {
        let text = input.string(from: start, to: position) ?? ""
        guard let value = Double(text), value.isFinite else {
            let shown = text.utf8.count > 40 ? text.prefix(37) + "..." : text[...]
            throw JSONError(offset: start, reason: .numberTooLarge(String(shown)))
        }
        return .double(value)
    }
}
