import NacreFormat
import Testing

@Suite struct DateTextTests {
    @Test(arguments: [
        (0.0, "2001-01-01T00:00:00Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
        (-1, "2000-12-31T23:59:59Z"), (86_399, "2001-01-01T23:59:59Z"),
        (-63_113_904_000, "0001-01-01T00:00:00Z"), (252_423_993_599, "9999-12-31T23:59:59Z"),
        (-26_524_800, "2000-02-29T00:00:00Z"), (99_792_000, "2004-03-01T00:00:00Z"),
        (-3_187_382_400, "1899-12-31T00:00:00Z"),
    ])
    func `whole seconds of four-digit years have a text that is read back`(
        date: Double, text: String
    ) {
        #expect(DateText.text(date) == text)
        #expect(DateText.date(text) == date)
    }

    @Test(arguments: [
        0.5, -0.0, -63_113_904_001, 252_423_993_600, 4e11, 1e300, .infinity, -.infinity, .nan,
        Double(Int64.min), Double(Int64.max), Double.leastNonzeroMagnitude,
    ])
    func `other dates have no text`(date: Double) {
        #expect(DateText.text(date) == nil)
    }

    @Test func `each day of 800 years has the text that follows the day before`() {
        // An independent count by the rule for leap years.
        var (year, month, day) = (1601, 1, 1)
        var date = DateText.date("1601-01-01") ?? .nan
        while year < 2401 {
            let text = DateText.text(date)
            let expected = [(year, 4), (month, 2), (day, 2)].map { number, width in
                String(String(10_000 + number).suffix(width))
            }
            #expect(text == expected.joined(separator: "-") + "T00:00:00Z")
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            date += 86_400
            day += 1
            if day > days { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test(arguments: [
        ("2001-01-01", 0.0), ("2001-01-01T00:00", 0), ("2001-01-01 00:00:01", 1),
        ("2001-01-01T00:00:00.25Z", 0.25), ("2001-01-01T01:00:00+01:00", 0),
        ("2000-12-31T19:00:00-05:00", 0), ("2001-01-01T05:30:00+05:30", 0),
    ])
    func `other spellings are read`(text: String, date: Double) {
        #expect(DateText.date(text) == date)
    }

    @Test(arguments: [
        "", "2001", "2001-1-1", "2001-13-01", "2001-00-01", "2001-02-29", "2000-02-30",
        "1900-02-29", "0000-01-01", "2001-01-32", "2001-01-00", "2001-01-01T", "2001-01-01T24:00",
        "2001-01-01T00:60", "2001-01-01T00:00:60", "2001-01-01T00:00:00.", "2001-01-01Z",
        "2001-01-01T00:00:00+1", "2001-01-01T00:00:00ZZ", "2001-01-01T00:00:00+24:00",
        " 2001-01-01", "\u{661}001-01-01", "+001-01-01",
    ])
    func `text that is not a date is refused`(text: String) {
        #expect(DateText.date(text) == nil)
    }
}
