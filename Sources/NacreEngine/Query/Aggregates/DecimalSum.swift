internal import NacreFormat

/// Adds decimals without rounding, whatever their exponents: the sum is kept in digits to the base
/// of 10^18, the first of which counts the least power of ten that a decimal can have.
struct DecimalSum: Sendable {
    private static let base: Int128 = 1_000_000_000_000_000_000
    private static let digitsPerLimb = 18
    /// A decimal has at most 39 digits and an exponent of at most 127: 294 places, and room for
    /// more than can ever be added.
    private static let limbCount = 19

    /// What has one exponent, as nearly all values of an attribute do.
    private var recent: Int128 = 0
    private var recentExponent = 0
    /// All the rest. Empty until there is any.
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

    mutating func add(_ other: DecimalSum) {
        var other = other
        other.flush()
        if other.limbs.isEmpty { return }
        if limbs.isEmpty { limbs = Array(repeating: 0, count: Self.limbCount) }
        for place in limbs.indices { limbs[place] += other.limbs[place] }
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
            // Each factor is below the base: the product has at most two limbs.
            let product = rest % base * power
            add(Int128(product % base), at: limb, isNegative)
            add(Int128(product / base), at: limb + 1, isNegative)
            rest /= base
            limb += 1
        }
    }

    /// Limbs have room for more additions than there can be objects: carries wait for the end.
    private mutating func add(_ part: Int128, at limb: Int, _ isNegative: Bool) {
        if part != 0 { limbs[limb] += isNegative ? -part : part }
    }

    /// The sum, exactly.
    /// - Returns: nil if it has more digits than a decimal has room for.
    var total: DecimalValue? {
        let (digits, isNegative) = digits
        return DecimalValue(Self.text(digits, exponent: Int(Int8.min), isNegative))
    }

    /// The sum divided by a number of objects: to 38 digits or to the least power of ten that a
    /// decimal can have, the last digit rounded to the nearest, and to an even one in the middle.
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

    /// Of digits behind the last one that stays, with something behind them or not: below, equal to
    /// or above the half of it.
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

    /// Of the sum's absolute value, the most important first, without zeros before them.
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

    /// Brings all limbs but the last one between zero and the base.
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
