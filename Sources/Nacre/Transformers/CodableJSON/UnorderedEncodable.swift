/// A collection that encodes its elements in the order of its hash table. That differs between
/// equal ones, and between two runs of a program.
protocol UnorderedEncodable {
    /// How many values are encoded for an entry.
    static var valuesPerEntry: Int { get }
}

extension Set: UnorderedEncodable where Element: Encodable {
    static var valuesPerEntry: Int { 1 }
}

/// With keys that are no names of members, it encodes each key and the value after it.
extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
    static var valuesPerEntry: Int { 2 }
}
