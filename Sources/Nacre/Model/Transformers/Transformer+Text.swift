public import Foundation
internal import NacreFormat

extension Transformer where Value == UUID, Stored == String {
    /// A UUID as its text of 36 characters in upper case. Reading accepts either case. The texts
    /// have the order of the UUIDs.
    public static var uuidString: Self {
        Transformer(
            "uuidString", transform: { $0.uuidString },
            reverse: { text in
                guard let uuid = UUID(uuidString: text) else {
                    throw AttributeError.mismatch(expected: "the text of a UUID")
                }
                return uuid
            })
    }
}

extension Transformer where Value == Date, Stored == String {
    /// A date as ISO 8601 text in UTC, "2024-05-17T12:30:00Z", with as many fractional digits of
    /// the second as it needs. The texts have the order of the dates if all are whole seconds.
    /// - Note: A date outside the years 1 to 9999, or whose text would not read back as the same
    ///   bits, cannot be stored this way.
    public static var isoDate: Self {
        Transformer(
            "isoDate",
            transform: { date in
                let seconds = date.timeIntervalSinceReferenceDate
                // Both zeros are the same date.
                guard let text = ISODate.text(seconds == 0 ? 0 : seconds) else {
                    throw AttributeError.notStorable(
                        reason: "the date has no exact ISO 8601 text; store it without .isoDate")
                }
                return text
            },
            reverse: { text in
                guard let seconds = DateText.date(text) else {
                    throw AttributeError.mismatch(expected: "an ISO 8601 date")
                }
                return Date(timeIntervalSinceReferenceDate: seconds)
            })
    }
}

extension Transformer where Value == String, Stored == Data {
    /// A string as its UTF-8, for a following stage: `.utf8, .lz4`.
    /// - Note: Each spelling of a letter has different bytes, so equal values may be stored
    ///   differently. Filters compare such an attribute with nil only, see ``OpaqueField``.
    public static var utf8: Self {
        Transformer(
            "utf8", transform: { Data($0.utf8) },
            reverse: { data in
                guard let text = String(validating: data, as: UTF8.self) else {
                    throw AttributeError.mismatch(expected: "UTF-8 text")
                }
                return text
            })
    }
}

/// Dates as text with fractions of a second, which the file format's own text does not have.
private enum ISODate {
    /// The maximum number of fractional digits for which rounding is exact.
    private static let roundedDigitsMax = 15

    /// Returns the text of a date; nil if no text reads back as the same date.
    static func text(_ seconds: Double) -> String? {
        if let text = DateText.text(seconds) { return text }
        let whole = seconds.rounded(.down)
        guard let text = DateText.text(whole) else { return nil }
        return fractions(of: seconds - whole).map { "\(text.dropLast()).\($0)Z" }
            .first { DateText.date($0)?.bitPattern == seconds.bitPattern }
    }

    /// Returns candidates for the digits after the point, the shortest and least exact first.
    private static func fractions(of fraction: Double) -> some Sequence<String> {
        (1...roundedDigitsMax + 1).lazy.compactMap { count in
            guard count <= roundedDigitsMax else {
                // The shortest text of the number is "0." and its digits.
                return DecimalValue(fraction.description).map { "\($0.description.dropFirst(2))" }
            }
            let power = (0..<count).reduce(1.0) { product, _ in product * 10 }
            let digits = String(Int64((fraction * power).rounded()))
            guard digits.count <= count else { return nil }
            return String(repeating: "0", count: count - digits.count) + digits
        }
    }
}
