/// Values that stages take from the store they work in, such as the keys of an encryption. Two
/// stores with different keys can so be open in one process.
///
/// ```swift
/// var options = Store.Options()
/// options.stageContext.set(Keys(current: 2, all: keys))
/// let store = try Store(at: path, options: options, Patient.self)
/// ```
/// There is one value for each type. A stage that takes one is made with
/// ``Transformer/init(_:taking:keepsEquality:transform:reverse:)``. Opening a store throws
/// `schemaMismatch` if a stage of its types takes a value that is not set.
public struct StageContext: Sendable {
    private var values: [Entry] = []

    private struct Entry: Sendable {
        let type: ObjectIdentifier
        let value: any Sendable
    }

    /// Makes a context without values.
    public init() {}

    /// Sets the value of a type, and replaces a former one.
    public mutating func set<Value: Sendable>(_ value: Value) {
        values.removeAll { $0.type == ObjectIdentifier(Value.self) }
        values.append(Entry(type: ObjectIdentifier(Value.self), value: value))
    }

    /// Returns the value of a type; nil if none is set.
    public func value<Value: Sendable>(of type: Value.Type) -> Value? {
        // There are few, so a linear search is faster than hashing.
        values.first { $0.type == ObjectIdentifier(type) }?.value as? Value
    }

    /// Whether it has no values.
    var isEmpty: Bool { values.isEmpty }

    /// Returns whether it has a value of a type.
    func has(_ type: any Sendable.Type) -> Bool {
        values.contains { $0.type == ObjectIdentifier(type) }
    }
}
