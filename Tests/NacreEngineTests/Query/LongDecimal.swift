import NacreFormat

/// A sum of decimals as computed on paper: digits in a column for each power of ten.
struct LongDecimal {
    /// The digits from 0 to 9, that of 10^-128 first.
    private let digits: [Int]
    private let isNegative: Bool

    init(sumOf values: [Value]) {
        var columns = Array(repeating: 0, count: 320)
        for value in values {
            guard case .decimal(let decimal) = value else { continue }
            for (place, digit) in String(decimal.mantissa).utf8.reversed().enumerated() {
                let column = place + Int(decimal.exponent) + 128
                columns[column] += (Int(digit) - 48) * (decimal.isNegative ? -1 : 1)
            }
        }
        let isNegative = (columns.last { $0 != 0 } ?? 0) < 0 || Self.carried(columns).rest < 0
        self.isNegative = isNegative
        digits = Self.carried(isNegative ? columns.map { -$0 } : columns).digits
    }

    private static func carried(_ columns: [Int]) -> (digits: [Int], rest: Int) {
        var carry = 0
        var digits: [Int] = []
        for column in columns {
            let sum = column + carry
            let digit = (sum % 10 + 10) % 10
            digits.append(digit)
            carry = (sum - digit) / 10
        }
        return (digits, carry)
    }

    private static func text(_ digits: some Sequence<Int>, _ exponent: Int) -> String {
        digits.map { String($0) }.joined() + "e\(exponent)"
    }

    /// The decimal, or nil if it has too many digits.
    var decimal: DecimalValue? {
        DecimalValue((isNegative ? "-" : "") + Self.text(digits.reversed(), -128))
    }

    /// Returns the quotient to 38 digits, the last one rounded half to even.
    func divided(by divisor: Int) -> DecimalValue? {
        var rest = 0
        var rests: [Int] = []
        var quotient: [Int] = []
        for digit in digits.reversed() {
            rest = rest * 10 + digit
            quotient.append(rest / divisor)
            rest %= divisor
            rests.append(rest)
        }
        let start = quotient.firstIndex { $0 != 0 } ?? quotient.count
        let end = min(quotient.count, start + 38)
        var kept = Array(quotient[..<end])
        // Twice the remainder after the digits so far, compared with the divisor, and the digits
        // after them.
        let twice = (rests[..<end].last ?? 0) * 2
        let behind = Array(digits.reversed()[end...])
        let half = [5] + Array(repeating: 0, count: max(behind.count - 1, 0))
        let isHalf =
            twice == divisor
            ? behind.allSatisfy { $0 == 0 } : twice == divisor - 1 && behind == half
        let isAbove =
            twice > divisor || twice == divisor && !isHalf
            || twice == divisor - 1 && half.lexicographicallyPrecedes(behind)
        if isAbove || isHalf && (kept.last ?? 0) % 2 == 1 {
            var place = kept.count - 1
            while place > 0, kept[place] == 9 {
                kept[place] = 0
                place -= 1
            }
            kept[place] += 1
        }
        return DecimalValue((isNegative ? "-" : "") + Self.text(kept, quotient.count - end - 128))
    }
}
