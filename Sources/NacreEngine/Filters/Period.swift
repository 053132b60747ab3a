/// A division of time into periods, such as the days of a calendar in a time zone. Periods may have
/// different lengths: a day has 23, 24 or 25 hours.
package struct Period: Sendable {
    /// The name of the division, which tells it from others: "day, gregorian, Europe/Oslo".
    package let name: String
    /// Returns the period that contains a time. Times are in seconds since the beginning of 2001.
    /// Nil if the calendar has no period for it.
    package let bounds: @Sendable (Double) -> Range<Double>?

    package init(_ name: String, _ bounds: @escaping @Sendable (Double) -> Range<Double>?) {
        self.name = name
        self.bounds = bounds
    }
}

extension Period: Hashable {
    package static func == (one: Period, other: Period) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
