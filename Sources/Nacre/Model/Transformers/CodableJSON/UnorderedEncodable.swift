/// A collection that encodes its elements in the order of its hash table. That order differs
/// between equal collections, and between two runs of a program.
protocol UnorderedEncodable {
    /// The number of values that are encoded for an entry.
    static var valuesPerEntry: Int { get }
}

extension Set: UnorderedEncodable where Element: Encodable {
    static var valuesPerEntry: Int { 1 }
}

/// A dictionary whose keys are not names of members encodes each key and, after it, the value.
extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
    static var valuesPerEntry: Int { 2 }
}
