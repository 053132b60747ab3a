/// A group as `having` sees it where groups are made by any number of attributes.
///
/// ```swift
/// let large = try store.group(
///     City.all, by: \.country, \.status, \.isCapital, with: .count, .sum(\.population)
/// ) { $0.key.0 != "NO" && $0.values.1 > 1_000_000 }
/// ```
/// Where there is only one attribute or one aggregate, and it may be nil, put it into a variable
/// first: `let greatest = group.values`. The compiler takes the property itself for a tuple, and
/// warns that comparing it with nil makes no sense.
public struct GroupSummary<Key, Values> {
    /// The value that all its objects have; of several attributes a tuple.
    public let key: Key
    /// What the aggregates made of its objects; of several aggregates a tuple.
    public let values: Values
}
