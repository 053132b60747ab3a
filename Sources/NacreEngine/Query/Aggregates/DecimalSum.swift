internal import NacreFormat

/// A sum of decimals without rounding, whatever their exponents. The sum is kept in limbs to the
/// base 10^18. The first one starts at the least power of ten that a decimal can have.
struct DecimalSum: Sendable {
    private static let base: Int128 = 1_000_000_000_000_000_000
    private static let digitsPerLimb = 18
    /// The number of limbs. A decimal has at most 39 digits and an exponent of at most 127: 294
    /// places, with room for more than can ever be added.
    private static let limbCount = 19

    /// The sum of recent values with one exponent, which nearly all values of an attribute share.
    private var recent: Int128 = 0
    private var recentExponent = 0
    /// The sum of all other values. Empty until there are any.
    private var limbs: [Int128] = []

    mutating func add(_ decimal: DecimalValue) {
        if let mantissa = Int128(exactly: decimal.mantissa) {
            let signed = decimal.isNegative ? -mantissa : mantissa
            if Int(decimal.exponent) == recentExponent {
                let (sum, overflows) = recent.addingReportingOverflow(signed)
                if !overflows {
                    recent = sum
                    return
                }
            }
            flush()
            recent = signed
            recentExponent = Int(decimal.exponent)
        } else {
            spread(decimal.mantissa, Int(decimal.exponent), isNegative: decimal.isNegative)
        }
    }

    mutating func add(_ other: DecimalSum) { combine(other, +) }

    /// Takes out values that were added before.
    mutating func remove(_ other: DecimalSum) { combine(other, -) }

    private mutating func combine(_ other: DecimalSum, _ combine: (Int128, Int128) -> Int128) {
        var other = other
        other.flush()
        if other.limbs.isEmpty { return }
        if limbs.isEmpty { limbs = Array(repeating: 0, count: Self.limbCount) }
        for place in limbs.indices { limbs[place] = combine(limbs[place], other.limbs[place]) }
    }

    private mutating func flush() {
        spread(recent.magnitude, recentExponent, isNegative: recent < 0)
        recent = 0
    }

    private mutating func spread(_ mantissa: UInt128, _ exponent: Int, isNegative: Bool) {
        guard mantissa != 0 else { return }
        if limbs.isEmpty { limbs = Array(repeating: 0, count: Self.limbCount) }
        let place = exponent - Int(Int8.min)
        var power: UInt128 = 1
        for _ in 0..<place % Self.digitsPerLimb { power *= 10 }
        var rest = mantissa
        var limb = place / Self.digitsPerLimb
        let base = UInt128(Self.base)
        while rest != 0 {
            // Each factor is below the base, so the product has at most two limbs.
            let product = rest % base * power
            add(Int128(product % base), at: limb, isNegative)
            add(Int128(product / base), at: limb + 1, isNegative)
            rest /= base
            limb += 1
        }
    }

    /// Adds to a limb without carrying. Limbs have room for more additions than there can be
    /// objects, so carries wait until the end.
    private mutating func add(_ part: Int128, at limb: Int, _ isNegative: Bool) {
        if part != 0 { limbs[limb] += isNegative ? -part : part }
    }

    /// The exact sum; nil if it has more digits than a decimal can hold.
    var total: DecimalValue? {
        let (digits, isNegative) = digits
        return DecimalValue(Self.text(digits, exponent: Int(Int8.min), isNegative))
    }

    /// Returns the sum divided by a number of objects, to 38 digits or to the least power of ten
    /// that a decimal can have. The last digit is rounded to the nearest, ties to even.
    func average(of count: Int) -> DecimalValue? {
        let (digits, isNegative) = digits
        let divisor = Int128(count)
        var quotient: [UInt8] = []
        var rest: Int128 = 0
        var exponent = Int(Int8.min)
        for digit in digits {
            rest = rest * 10 + Int128(digit)
            let next = UInt8(truncatingIfNeeded: rest / divisor)
            rest %= divisor
            if next != 0 || !quotient.isEmpty { quotient.append(next) }
        }
        let kept = 38
        if quotient.count > kept {
            let dropped = quotient[kept...]
            exponent += dropped.count
            let half = Self.compareToHalf(dropped, hasMore: rest != 0)
            quotient.removeSubrange(kept...)
            Self.round(&quotient, half)
        } else {
            let half = rest * 2 == divisor ? 0 : rest * 2 < divisor ? -1 : 1
            Self.round(&quotient, half)
        }
        return DecimalValue(Self.text(quotient, exponent: exponent, isNegative))
    }

    /// Compares dropped digits with half of the last kept digit's unit: below (-1), equal (0), or
    /// above (1).
    /// - Parameter hasMore: Whether nonzero digits follow.
    private static func compareToHalf(_ digits: ArraySlice<UInt8>, hasMore: Bool) -> Int {
        guard let first = digits.first else { return -1 }
        if first != 5 { return first < 5 ? -1 : 1 }
        return digits.dropFirst().contains { $0 != 0 } || hasMore ? 1 : 0
    }

    private static func round(_ digits: inout [UInt8], _ half: Int) {
        guard half > 0 || half == 0 && (digits.last ?? 0) % 2 == 1 else { return }
        for place in digits.indices.reversed() {
            if digits[place] < 9 {
                digits[place] += 1
                return
            }
            digits[place] = 0
        }
        digits.insert(1, at: 0)
    }

    private static func text(_ digits: [UInt8], exponent: Int, _ isNegative: Bool) -> String {
        let digits = digits.isEmpty ? [0] : digits
        return (isNegative ? "-" : "") + digits.map { String($0) }.joined() + "e\(exponent)"
    }

    /// The digits of the sum's absolute value, the most significant first, without leading zeros.
    private var digits: (digits: [UInt8], isNegative: Bool) {
        var all = self
        all.flush()
        var limbs = all.limbs
        Self.carry(&limbs)
        let isNegative = limbs.last.map { $0 < 0 } ?? false
        if isNegative {
            limbs = limbs.map { -$0 }
            Self.carry(&limbs)
        }
        var digits: [UInt8] = []
        for limb in limbs.reversed() {
            var power = Self.base / 10
            while power > 0 {
                let digit = UInt8(truncatingIfNeeded: limb / power % 10)
                if digit != 0 || !digits.isEmpty { digits.append(digit) }
                power /= 10
            }
        }
        return (digits, isNegative)
    }

    /// Brings all limbs except the last one into the range from zero to below the base.
    private static func carry(_ limbs: inout [Int128]) {
        for place in limbs.indices.dropLast() {
            var carry = limbs[place] / base
            limbs[place] %= base
            if limbs[place] < 0 {
                limbs[place] += base
                carry -= 1
            }
            limbs[place + 1] += carry
        }
    }
}
