/// A group as passed to `having` when grouping by any number of attributes.
///
/// ```swift
/// let large = try store.group(
///     City.all, by: \.country, \.status, \.isCapital, with: .count, .sum(\.population)
/// ) { $0.key.0 != "NO" && $0.values.1 > 1_000_000 }
/// ```
/// If there is only one attribute or one aggregate and its value is optional, assign it to a
/// variable first: `let greatest = group.values`. The compiler treats the property itself as a
/// tuple and warns that comparing it with nil makes no sense.
public struct GroupSummary<Key, Values> {
    /// The value that all objects of the group share. For several attributes, a tuple.
    public let key: Key
    /// The results of the aggregates over the group's objects. For several aggregates, a tuple.
    public let values: Values
}
