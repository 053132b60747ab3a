public import Foundation
internal import NacreFormat

extension Transformer where Value == UUID, Stored == String {
    /// A UUID as its text of 36 characters in upper case. Reads either case.
    public static var uuidString: Self {
        Transformer(
            "uuidString", transform: { $0.uuidString },
            reverse: { text in
                guard let uuid = UUID(uuidString: text) else {
                    throw RowError.mismatch(expected: "the text of a UUID")
                }
                return uuid
            })
    }
}

extension Transformer where Value == Date, Stored == String {
    /// A date as ISO 8601 text in UTC, "2024-05-17T12:30:00Z", with as many digits behind the
    /// second as it needs. The order of the texts is that of the dates from year 0 to 9999.
    /// - Note: a date whose text would not lead back to it to the bit cannot be stored so.
    public static var isoDate: Self {
        Transformer(
            "isoDate",
            transform: { date in
                guard let text = DateText.text(date.timeIntervalSinceReferenceDate) else {
                    throw RowError.notStorable(
                        reason: "the date has no exact ISO 8601 text; store it without .isoDate")
                }
                return text
            },
            reverse: { text in
                guard let seconds = DateText.date(text) else {
                    throw RowError.mismatch(expected: "an ISO 8601 date")
                }
                return Date(timeIntervalSinceReferenceDate: seconds)
            })
    }
}

extension Transformer where Value == String, Stored == Data {
    /// A string as its UTF-8, for a stage behind it: `.utf8, .lz4`.
    public static var utf8: Self {
        Transformer(
            "utf8", transform: { Data($0.utf8) },
            reverse: { data in
                guard let text = String(validating: data, as: UTF8.self) else {
                    throw RowError.mismatch(expected: "UTF-8 text")
                }
                return text
            })
    }
}
