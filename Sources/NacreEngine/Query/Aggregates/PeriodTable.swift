internal import NacreFormat

/// The periods that were met lately. Computing one takes longer than finding it here.
struct PeriodTable {
    private let period: Period
    private let path: AttributePath
    /// The maximum number of known periods: inserting one moves those after it.
    private static var knownMax: Int { 4096 }
    /// The known periods, ascending.
    private var known: [Range<Double>] = []
    private var last: Range<Double>?

    /// - Parameter path: The path of the dates, for errors.
    init(_ period: Period, of path: AttributePath) {
        self.period = period
        self.path = path
    }

    /// Returns the period that contains a date.
    /// - Throws: `invalidValue` if there is none, as for NaN.
    mutating func bounds(of seconds: Double) throws(StoreError) -> Range<Double> {
        if let last, last.contains(seconds) { return last }
        let place = known.partitioningIndex { $0.upperBound > seconds }
        if place < known.count, known[place].contains(seconds) {
            last = known[place]
            return known[place]
        }
        guard let bounds = period.bounds(seconds), bounds.contains(seconds) else {
            throw StoreError(
                .invalidValue,
                "A date of '\(path)' is in no period (\(period.name)): it is \(seconds) seconds"
                    + " from the beginning of 2001. Filter the objects.")
        }
        last = bounds
        guard known.count < Self.knownMax else {
            known = [bounds]
            return bounds
        }
        known.insert(bounds, at: place)
        return bounds
    }
}
