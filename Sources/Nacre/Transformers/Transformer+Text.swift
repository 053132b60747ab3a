public import Foundation
internal import NacreFormat

extension Transformer where Value == UUID, Stored == String {
    /// A UUID as its text of 36 characters in upper case. Reads either case. The order of the texts
    /// is that of the UUIDs.
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
    /// second as it needs. The order of the texts is that of the dates if all are whole seconds.
    /// - Note: a date outside of the years 1 to 9999, or whose text would not lead back to it to
    ///   the bit, cannot be stored so.
    public static var isoDate: Self {
        Transformer(
            "isoDate",
            transform: { date in
                let seconds = date.timeIntervalSinceReferenceDate
                // Both zeros are one date.
                guard let text = ISODate.text(seconds == 0 ? 0 : seconds) else {
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
    /// - Note: a letter that is spelled in two ways has other bytes in each, so equal values need
    ///   not be stored equally: filters compare such an attribute with nil only, see
    ///   ``OpaqueField``.
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

/// Dates as text with parts of a second, which the file format's own text has not.
private enum ISODate {
    /// Up to so many digits behind the point, rounding is exact.
    private static let roundedDigitsMax = 15

    /// - Returns: nil if no text leads back to the date.
    static func text(_ seconds: Double) -> String? {
        if let text = DateText.text(seconds) { return text }
        let whole = seconds.rounded(.down)
        guard let text = DateText.text(whole) else { return nil }
        return fractions(of: seconds - whole).map { "\(text.dropLast()).\($0)Z" }
            .first { DateText.date($0)?.bitPattern == seconds.bitPattern }
    }

    /// The digits behind the point, fewer and less exact ones first.
    private static func fractions(of fraction: Double) -> some Sequence<String> {
        (1...roundedDigitsMax + 1).lazy.compactMap { count in
            guard count <= roundedDigitsMax else {
                // The shortest text of the number: "0.", and its digits.
                return DecimalValue(fraction.description).map { "\($0.description.dropFirst(2))" }
            }
            let power = (0..<count).reduce(1.0) { product, _ in product * 10 }
            let digits = String(Int64((fraction * power).rounded()))
            guard digits.count <= count else { return nil }
            return String(repeating: "0", count: count - digits.count) + digits
        }
    }
}
