/// A type that is stored as one value: a scalar, or a type with a transformer to one.
///
/// Raw-value enums and `Codable` types only have to name the protocol:
/// ```swift
/// enum Status: Int, Storable { case planned, active, abandoned }
/// struct Opening: Codable, Storable { var weekday: Int; var hours: [Int] }
/// ```
/// A type that is both is stored by its raw value. Any other type declares a transformer:
/// ```swift
/// struct Money: Hashable, Storable {
///     var cents: Int
///     static let transformer = Transformer<Money, Int>(
///         "cents", transform: { $0.cents }, reverse: { Money(cents: $0) })
/// }
/// ```
/// The store keeps the transformer's name and refuses to open with a different one. Rename the
/// transformer when its stored form changes, so that stored values are never decoded wrongly.
///
/// Equal values must be stored equally, and the order of a `Comparable` type must be the order of
/// the stored values, because filters and sorts compare the stored values. `Codable` types store
/// equal values equally, even if they contain sets and dictionaries: see
/// ``Transformer/json-dnut``. JSON has no order: a `Comparable` type that is stored as JSON cannot
/// be filtered by order, unless a transformer converts it to a type that has an order.
public protocol Storable: SingleValue where Single == Self {
    /// The type to which the transformer converts a value.
    associatedtype Stored: Storable
    /// The type that is stored after all transformers, however many there are. Filters and sorts
    /// use its order. Inferred.
    associatedtype StoredEnd: Storable = Stored.StoredEnd
    /// The transformer to the stored form and back.
    static var transformer: Transformer<Self, Stored> { get }
}

extension Storable {
    /// The stored type of a value.
    public static var attributeType: AttributeType {
        let transformer = transformer
        return Stored.attributeType.behind(
            transformer.stages, takesFromStore: transformer.contextual != nil)
    }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) throws {
        try Self.transformer.transform(self).encode(into: &row)
    }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) throws -> Self {
        try transformer.reverse(Stored.decode(from: &row))
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        let transformer = Self.transformer
        try Stored.encodeElements(elements.map { try transformer.transform($0) }, into: &row)
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        let transformer = Self.transformer
        return try Stored.decodeElements(from: &row).map { try transformer.reverse($0) }
    }

    /// Returns the value as an element of a collection.
    public func nested() throws -> NestedValue {
        try Self.transformer.transform(self).nested()
    }

    /// Reads a value from an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        try transformer.reverse(Stored.decode(from: nested))
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() throws -> StoredValue {
        try Self.transformer.transform(self).storedValue()
    }
}

// These types only have to name the protocol. If a type is of both kinds, the last extension
// applies, because it is the most specific one.

extension Storable where Self: RawRepresentable, RawValue: Storable {
    /// The transformer to the stored form and back.
    @inlinable
    public static var transformer: Transformer<Self, RawValue> { .rawValue }
}

extension Storable where Self: Codable {
    /// The transformer to the stored form and back.
    public static var transformer: Transformer<Self, JSONText> { .json }
}

extension Storable where Self: RawRepresentable & Codable, RawValue: Storable {
    /// The transformer to the stored form and back.
    @inlinable
    public static var transformer: Transformer<Self, RawValue> { .rawValue }
}
