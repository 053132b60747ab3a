/// Dates as ISO 8601 text in UTC, without a calendar library, which the format does not need.
///
/// Source of the day arithmetic: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package enum DateText {
    /// The seconds from 1970 to 2001, the epoch of stored dates.
    private static let epoch: Int64 = 978_307_200
    private static let secondsPerDay: Int64 = 86400

    /// Returns `YYYY-MM-DDThh:mm:ssZ`, or nil if the date is not a whole second of the years 1 to
    /// 9999: text is used only for dates that it represents exactly.
    /// - Parameter date: The seconds since 2001-01-01T00:00:00Z.
    package static func text(_ date: Double) -> String? {
        guard let whole = Int64(exactly: date), whole.magnitude < 400_000_000_000,
            // -0.0 is a bit pattern of its own.
            !(whole == 0 && date.sign == .minus)
        else { return nil }
        let seconds = whole + epoch
        let day = seconds.floorDivided(by: secondsPerDay)
        let (year, month, dayOfMonth) = civil(day)
        guard (1...9999).contains(year) else { return nil }
        let rest = seconds - day * secondsPerDay
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(dayOfMonth, 2))"
            + "T\(pad(rest / 3600, 2)):\(pad(rest / 60 % 60, 2)):\(pad(rest % 60, 2))Z"
    }

    /// Parses `YYYY-MM-DD`, optionally followed by `Thh:mm`, `:ss`, a fraction, and `Z` or
    /// `+hh:mm`. Without a zone the time is UTC.
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil if the text is no date.
    package static func date(_ text: String) -> Double? {
        var parser = DateParser(text)
        guard let (seconds, fraction) = parser.parse() else { return nil }
        return Double(seconds - epoch) + fraction
    }

    private static func pad(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Returns year, month and day of a day counted from 1970-01-01.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Years start on 1 March, so that a leap day is the last day of its year.
        let shifted = day + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// Returns the day, counted from 1970-01-01, of a year, month and day.
    fileprivate static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floorDivided(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    fileprivate static func daysIn(month: Int64, of year: Int64) -> Int64 {
        let next = month == 12 ? (year + 1, Int64(1)) : (year, month + 1)
        return day(year: next.0, month: next.1, day: 1) - day(year: year, month: month, day: 1)
    }

    /// Parses the seconds since 1970 and the fraction of a second.
    private struct DateParser {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        mutating func parse() -> (Int64, Double)? {
            guard let year = number(4), skip("-"), let month = number(2), skip("-"),
                let day = number(2), year >= 1, (1...12).contains(month),
                day >= 1, day <= DateText.daysIn(month: month, of: year)
            else { return nil }
            var seconds = DateText.day(year: year, month: month, day: day) * secondsPerDay
            var fraction = 0.0
            if skip("T") || skip(" ") {
                guard let time = time() else { return nil }
                seconds += time.0
                fraction = time.1
                guard let zone = zone() else { return nil }
                seconds -= zone
            }
            return rest.isEmpty ? (seconds, fraction) : nil
        }

        private mutating func time() -> (Int64, Double)? {
            guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60
            else { return nil }
            var seconds = hour * 3600 + minute * 60
            var fraction = 0.0
            if skip(":") {
                guard let second = number(2), second < 60 else { return nil }
                seconds += second
                if skip(".") {
                    let digits = rest.prefix { (48...57).contains($0) }
                    guard !digits.isEmpty, let value = Double("0." + String(Substring(digits)))
                    else { return nil }
                    fraction = value
                    rest = rest.dropFirst(digits.count)
                }
            }
            return (seconds, fraction)
        }

        private mutating func zone() -> Int64? {
            if rest.isEmpty || skip("Z") { return 0 }
            let sign: Int64 = skip("-") ? -1 : skip("+") ? 1 : 0
            guard sign != 0, let hours = number(2), skip(":"), let minutes = number(2),
                hours < 24, minutes < 60
            else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }

        private mutating func number(_ count: Int) -> Int64? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            rest = rest.dropFirst(count)
            return Int64(Substring(digits))
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard let byte = rest.first, UInt32(byte) == character.value else { return false }
            rest = rest.dropFirst()
            return true
        }
    }
}

extension Int64 {
    /// Returns the quotient, rounded towards minus infinity.
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
