/// A type that is stored as one value: a scalar, or what its transformer makes into one.
///
/// Raw-value enums and `Codable` types need no more than the word:
/// ```swift
/// enum Status: Int, Storable { case planned, active, abandoned }
/// struct Opening: Codable, Storable { var weekday: Int; var hours: [Int] }
/// ```
/// A type that is both is stored by its raw value. Any other type says how:
/// ```swift
/// struct Money: Hashable, Storable {
///     var cents: Int
///     static let transformer = Transformer<Money, Int>(
///         "cents", transform: { $0.cents }, reverse: { Money(cents: $0) })
/// }
/// ```
/// The store keeps the transformer's name and refuses to open with another one: give it another
/// name when it begins to store other things, and values are never read wrongly.
///
/// Law: equal values are stored equally, and the order of a `Comparable` type is the order of what
/// is stored. Filters and sorts compare what is stored. `Codable` types keep the law, with sets and
/// dictionaries in them too: see ``Transformer/json-dnut``.
/// JSON has no order: a `Comparable` type that is stored as JSON cannot be filtered by order, until
/// a transformer brings it to something that has one.
public protocol Storable: SingleValue where Single == Self {
    /// What the transformer makes of a value.
    associatedtype Stored: Storable
    /// What the store keeps at the end of the way, however many transformers lead there: it has
    /// the order that filters and sorts go by. Inferred.
    associatedtype StoredEnd: Storable = Stored.StoredEnd
    /// The way to what is stored, and back.
    static var transformer: Transformer<Self, Stored> { get }
}

extension Storable {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType {
        Stored.attributeType.behind(transformer.stages)
    }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) throws {
        try Self.transformer.transform(self).encode(into: &row)
    }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) throws -> Self {
        try transformer.reverse(Stored.decode(from: &row))
    }

    /// The value as an element of a collection.
    public func nested() throws -> NestedValue {
        try Self.transformer.transform(self).nested()
    }

    /// The value of an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        try transformer.reverse(Stored.decode(from: nested))
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() throws -> StoredValue {
        try Self.transformer.transform(self).storedValue()
    }
}

// One word is enough for these. Where a type is of both kinds, the last, more special one wins.

extension Storable where Self: RawRepresentable, RawValue: Storable {
    /// The way to what is stored, and back.
    @inlinable
    public static var transformer: Transformer<Self, RawValue> { .rawValue }
}

extension Storable where Self: Codable {
    /// The way to what is stored, and back.
    public static var transformer: Transformer<Self, JSONText> { .json }
}

extension Storable where Self: RawRepresentable & Codable, RawValue: Storable {
    /// The way to what is stored, and back.
    @inlinable
    public static var transformer: Transformer<Self, RawValue> { .rawValue }
}
