import Foundation

/// A value in a row of an answer.
enum Cell {
    case null
    case number(Int)
    case fraction(Double)
    case text(String)
    /// The beginning of a day in GMT, which SQLite returns as text, such as "2026-11-01".
    case day(Date)

    init(_ number: Int?) { self = number.map(Cell.number) ?? .null }

    init(_ text: String?) { self = text.map(Cell.text) ?? .null }

    init(_ fraction: Double?) { self = fraction.map(Cell.fraction) ?? .null }

    init(_ day: Date?) { self = day.map(Cell.day) ?? .null }

    /// - Parameter date: A time in full seconds, as SQLite stores it.
    init(seconds date: Date?) {
        self.init(date.map { Int($0.timeIntervalSince1970) })
    }

    /// The text by which answers are compared. Fractions are rounded to six decimals.
    var compared: String {
        switch self {
        case .null: "null"
        case .number(let number): String(number)
        case .fraction(let fraction): String(format: "%.6f", fraction)
        case .text(let text): text
        case .day(let date):
            date.formatted(.iso8601.year().month().day().dateSeparator(.dash))
        }
    }
}
