public import Foundation
internal import NacreEngine
internal import NacreFormat

/// A length of periods of a calendar.
public enum CalendarPeriod: String, Hashable, Sendable {
    case hour, day
    /// A week, which begins on the calendar's first weekday.
    case week
    case month, year

    fileprivate var component: Calendar.Component {
        switch self {
        case .hour: .hour
        case .day: .day
        case .week: .weekOfYear
        case .month: .month
        case .year: .year
        }
    }
}

/// The periods that dates are in, to group objects by: `\.created[.day, in: calendar]`. The key of
/// a group is the beginning of its period.
public struct PeriodField<Root, Value: SingleValue>: GroupField {
    private let path: FieldPath
    private let problem: String?
    private let period: CalendarPeriod
    private let calendar: Calendar

    fileprivate init(
        _ field: Field<Root, Value>, _ period: CalendarPeriod, _ calendar: Calendar
    ) {
        path = field.fieldPath
        problem = field.problem
        self.period = period
        self.calendar = calendar
    }

    /// The coding of a period's beginning. For the library.
    public var singleCoding: SingleCoding<Value> {
        SingleCoding(
            path, of: Root.self, problem: problem, part: .period(Period(period, of: calendar)),
            decode: { try Value.decode(from: $0) }, encode: { try $0.storedValue() })
    }
}

extension Field where Value == Date {
    /// The periods that the dates are in, to group objects by:
    ///
    /// ```swift
    /// var calendar = Calendar(identifier: .iso8601)
    /// calendar.timeZone = TimeZone(identifier: "Europe/Oslo") ?? .gmt
    /// let days = try store.group(Card.all, by: \.created[.day, in: calendar], .count)
    /// ```
    /// - Parameters:
    ///   - period: The length of the periods. Days in which clocks are changed have 23 or 25 hours.
    ///   - calendar: The calendar, with its time zone and first weekday.
    public subscript(
        period: CalendarPeriod, in calendar: Calendar
    ) -> PeriodField<Root, Date> { PeriodField(self, period, calendar) }
}

extension Field where Value == Date? {
    /// The periods that the dates are in, to group objects by. Objects without a date are a group
    /// of their own, whose key is nil.
    /// - Parameters:
    ///   - period: The length of the periods. Days in which clocks are changed have 23 or 25 hours.
    ///   - calendar: The calendar, with its time zone and first weekday.
    public subscript(
        period: CalendarPeriod, in calendar: Calendar
    ) -> PeriodField<Root, Date?> { PeriodField(self, period, calendar) }
}

extension Period {
    fileprivate init(_ period: CalendarPeriod, of calendar: Calendar) {
        var parts = [period.rawValue, "\(calendar.identifier)", calendar.timeZone.identifier]
        if period == .week {
            parts.append("from weekday \(calendar.firstWeekday)")
        }
        self.init(parts.joined(separator: ", ")) { seconds in
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            // Beyond these years, calendars compute nonsense or never end.
            guard abs(seconds) < 3e11,
                let interval = calendar.dateInterval(of: period.component, for: date)
            else { return nil }
            // Where clocks change by half an hour, the hours before and after overlap.
            var start = interval.start
            if let former = calendar.dateInterval(of: period.component, for: start),
                former.start < start, former.end <= date
            {
                start = former.end
            }
            var end = interval.end
            if let next = calendar.dateInterval(of: period.component, for: end), next.start < end,
                next.start > date
            {
                end = next.start
            }
            return start < end
                ? start.timeIntervalSinceReferenceDate..<end.timeIntervalSinceReferenceDate : nil
        }
    }
}
