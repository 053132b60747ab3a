internal import NacreEngine
internal import NacreFormat

/// A dictionary, or an optional of one.
public protocol KeyedValue: CollectionValue {
    /// The type of the keys.
    associatedtype Key: Storable & Hashable
    /// The type of the values.
    associatedtype Member: AttributeValue
}

extension Dictionary: KeyedValue where Key: Storable, Value: AttributeValue {
    /// The type of the values.
    public typealias Member = Value
}

extension Optional: KeyedValue where Wrapped: KeyedValue {
    /// The type of the keys.
    public typealias Key = Wrapped.Key
    /// The type of the values.
    public typealias Member = Wrapped.Member
}

/// A stored type of dictionary keys that filters can look up: equal values must be stored
/// identically. Floating-point numbers, and dates, which are stored as such numbers, do not
/// conform, because -0.0 equals 0.0.
public protocol ExactKey: Primitive {}
extension String: ExactKey {}
extension Bool: ExactKey {}
extension Int: ExactKey {}
extension Int8: ExactKey {}
extension Int16: ExactKey {}
extension Int32: ExactKey {}
extension Int64: ExactKey {}
extension UInt: ExactKey {}
extension UInt8: ExactKey {}
extension UInt16: ExactKey {}
extension UInt32: ExactKey {}
extension UInt64: ExactKey {}

extension FilterableField where Value: KeyedValue, Value.Key.StoredEnd: ExactKey {
    /// The value of a key; nil if the dictionary does not have the key.
    /// - Parameter key: The key.
    public subscript(key: Value.Key) -> InnerField<Root, Value.Member?> {
        InnerField(value(of: key))
    }

    /// The value of a key; nil if the value is nil or the dictionary does not have the key.
    /// - Parameter key: The key.
    public subscript<Wrapped>(key: Value.Key) -> InnerField<Root, Wrapped?>
    where Value.Member == Wrapped? {
        InnerField(value(of: key))
    }

    /// Matches if the dictionary has a key, regardless of its value.
    /// - Parameter key: The key.
    public func hasKey(_ key: Value.Key) -> Filter<Root> {
        let (name, problem) = Self.name(of: key)
        return filterSubject.hasKey(name, of: Value.self, problem: problem)
    }

    private func value(of key: Value.Key) -> FilterSubject {
        let (name, problem) = Self.name(of: key)
        return filterSubject.inner(.value(ofKey: name), of: Value.self, problem: problem)
    }

    private static func name(of key: Value.Key) -> (name: String, problem: String?) {
        do {
            return (try [Value.Key: Value.Member].name(of: key), nil)
        } catch {
            return (
                "", "A key that a filter looks up has no stored form: \(ErrorText.reason(error))."
            )
        }
    }
}

extension FilterableField where Value: KeyedValue {
    /// The values of the dictionary, as a collection without order.
    public var values: InnerField<Root, ValuesOf<Value.Member>?> {
        InnerField(filterSubject.inner(.values, of: Value.self))
    }
}

extension FilterableField where Value: KeyedValue, Value.Key.StoredEnd == String {
    /// The keys of the dictionary.
    public var keys: InnerField<Root, Set<Value.Key>?> {
        InnerField(filterSubject.inner(.keys, of: Value.self))
    }
}
