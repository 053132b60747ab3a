/// A decimal number: sign, up to 38 digits, and a power of ten. Canonical: the mantissa has no
/// trailing decimal zeros, and zero has exponent 0 and no sign, so equal numbers have equal bytes.
@usableFromInline
package struct DecimalValue: Sendable, Hashable {
    package let mantissa: UInt128
    package let exponent: Int8
    package let isNegative: Bool

    /// Makes a number in canonical form. Nil if the exponent then does not fit in an Int8.
    package init?(mantissa: UInt128, exponent: Int, isNegative: Bool) {
        var mantissa = mantissa
        var exponent = exponent
        while mantissa != 0, mantissa % 10 == 0 {
            mantissa /= 10
            exponent += 1
        }
        if mantissa == 0 { exponent = 0 }
        // A large exponent can be brought back into range by appending zeros to the mantissa.
        while exponent > Int(Int8.max), mantissa <= UInt128.max / 10 {
            mantissa *= 10
            exponent -= 1
        }
        guard let small = Int8(exactly: exponent) else { return nil }
        self.mantissa = mantissa
        self.exponent = small
        self.isNegative = isNegative && mantissa != 0
    }

    package static let zero = DecimalValue(canonical: 0, exponent: 0, isNegative: false)

    private init(canonical mantissa: UInt128, exponent: Int8, isNegative: Bool) {
        self.mantissa = mantissa
        self.exponent = exponent
        self.isNegative = isNegative
    }
}

extension DecimalValue: CustomStringConvertible {
    /// Plain digits with a point for small exponents, otherwise with an `e`: "-12.5", "3e40".
    @usableFromInline package var description: String {
        let digits = String(mantissa)
        let sign = isNegative ? "-" : ""
        let exponent = Int(exponent)
        if exponent >= 0 {
            // 38 digits always fit in a mantissa, 39 may not.
            guard exponent == 0 || digits.count + exponent <= 38 else {
                return "\(sign)\(digits)e\(exponent)"
            }
            return sign + digits + String(repeating: "0", count: exponent)
        }
        let point = digits.count + exponent
        if point > 0 { return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))" }
        guard point > -40 else { return "\(sign)\(digits)e\(exponent)" }
        return "\(sign)0." + String(repeating: "0", count: -point) + digits
    }

    /// Parses the text from `description`, and any other JSON number that fits.
    package init?(_ text: String) {
        var parser = DecimalParser(text)
        guard let value = parser.parse() else { return nil }
        self = value
    }
}

private struct DecimalParser {
    private var rest: Substring.UTF8View
    private var mantissa: UInt128 = 0
    private var exponent = 0
    /// The number of zeros after the mantissa's digits. They become part of it only if another
    /// digit follows: a number may have more trailing zeros than a mantissa has room for.
    private var zeros = 0

    init(_ text: String) { rest = text[...].utf8 }

    mutating func parse() -> DecimalValue? {
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        guard let whole = digits(areFraction: false) else { return nil }
        var count = whole
        if skip(UInt8(ascii: ".")) {
            guard let fraction = digits(areFraction: true) else { return nil }
            count += fraction
        }
        guard count > 0 else { return nil }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            guard let power = Int(Substring(rest)), power.magnitude < 100_000 else { return nil }
            exponent += power
            rest = rest.suffix(0)
        }
        guard rest.isEmpty else { return nil }
        return DecimalValue(
            mantissa: mantissa, exponent: exponent + zeros, isNegative: isNegative)
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Parses digits.
    /// - Returns: The number of digits; nil if they do not fit.
    private mutating func digits(areFraction: Bool) -> Int? {
        var count = 0
        while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            guard append(UInt128(byte - UInt8(ascii: "0"))) else { return nil }
            if areFraction { exponent -= 1 }
            count += 1
            rest = rest.dropFirst()
        }
        return count
    }

    /// Appends a digit to the mantissa.
    /// - Returns: Whether the digit fits.
    private mutating func append(_ digit: UInt128) -> Bool {
        guard digit != 0 else {
            zeros += 1
            return true
        }
        // Leading zeros are not appended.
        for _ in 0...(mantissa == 0 ? 0 : zeros) {
            let (tens, overflows) = mantissa.multipliedReportingOverflow(by: 10)
            if overflows { return false }
            mantissa = tens
        }
        zeros = 0
        let (sum, overflows) = mantissa.addingReportingOverflow(digit)
        mantissa = sum
        return !overflows
    }
}

extension DecimalValue: Comparable {
    @usableFromInline package static func < (a: DecimalValue, b: DecimalValue) -> Bool {
        if a.isNegative != b.isNegative { return a.isNegative }
        let order = a.compareMagnitude(b)
        return a.isNegative ? order > 0 : order < 0
    }

    /// A number in the same order, made of the place of the leading digit and the first sixteen
    /// digits. It is equal for numbers that differ only in later digits, and below the largest
    /// UInt64.
    package var orderPrefix: UInt64 {
        let middle: UInt64 = 1 << 63
        guard mantissa != 0 else { return middle }
        let digits = mantissa.decimalDigitCount
        var leading = mantissa
        for _ in 16..<max(digits, 16) { leading /= 10 }
        for _ in min(digits, 16)..<16 { leading *= 10 }
        // The exponent fits in an Int8 and there are up to 39 digits, so nine bits hold the sum.
        let place = UInt64(digits + Int(exponent) + 256)
        let magnitude = place << 54 | UInt64(truncatingIfNeeded: leading)
        return isNegative ? middle - magnitude : middle + magnitude
    }

    /// Compares the absolute values: negative, zero or positive.
    private func compareMagnitude(_ other: DecimalValue) -> Int {
        if mantissa == 0 || other.mantissa == 0 {
            return (mantissa == 0 ? 0 : 1) - (other.mantissa == 0 ? 0 : 1)
        }
        // First by the place of the leading digit. If that is equal, by the digits.
        let digits = mantissa.decimalDigitCount
        let otherDigits = other.mantissa.decimalDigitCount
        let places = (digits + Int(exponent)) - (otherDigits + Int(other.exponent))
        if places != 0 { return places }
        let shift = abs(digits - otherDigits)
        return digits < otherDigits
            ? -other.mantissa.compare(mantissa, timesTenTo: shift)
            : mantissa.compare(other.mantissa, timesTenTo: shift)
    }
}

extension UInt128 {
    fileprivate var decimalDigitCount: Int {
        var count = 1
        var rest = self
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        return count
    }

    /// Compares this number with the other one times a power of ten: negative, zero or positive.
    fileprivate func compare(_ other: UInt128, timesTenTo power: Int) -> Int {
        var scaled = other
        for _ in 0..<power {
            let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
            if overflow { return -1 }
            scaled = product
        }
        return self == scaled ? 0 : self < scaled ? -1 : 1
    }
}
