/// A raw-value type with a value for unknown raw values, which a later version of the program has
/// stored.
///
/// ```swift
/// enum Status: Int, HasUnknownCase {
///     case planned, active, abandoned, other = -1
///     static let unknownCase = Status.other
/// }
/// ```
/// If the type does not conform, reading such an object throws `undecodable`, which names the
/// entity, id, attribute and raw value; other objects can be read.
///
/// The stored value stays: an object that was read and is saved with the unknown case keeps its raw
/// value until the property is set to another case. Filters and sorts use the stored value, so
/// `$0.status == .other` finds only objects whose raw value is that of `other`.
///
/// This also applies inside arrays, sets, dictionaries and ``Embedded`` structs and enums, and to
/// the payload of an unknown case. Elements of a changed array are matched by the values they are
/// read as and by their order. A set has one unknown case for all unknown values in it: they stay
/// as long as it does.
public protocol HasUnknownCase: Storable, RawRepresentable where RawValue: Storable {
    /// The value for a raw value that no case has.
    static var unknownCase: Self { get }
}

extension HasUnknownCase {
    /// The transformer to the stored form and back.
    public static var transformer: Transformer<Self, RawValue> { .rawValueOrUnknown }

    /// The stored type of a value.
    public static var attributeType: AttributeType { .rawValue(of: Self.self) }
}

extension HasUnknownCase where Self: Codable {
    /// The transformer to the stored form and back.
    public static var transformer: Transformer<Self, RawValue> { .rawValueOrUnknown }
}

extension Transformer where Value: HasUnknownCase, Stored == Value.RawValue {
    /// A transformer of a raw-value type to its raw value. Unknown raw values become the unknown
    /// case.
    public static var rawValueOrUnknown: Self {
        Transformer(
            stages: [], transform: { $0.rawValue },
            reverse: { Value(rawValue: $0) ?? Value.unknownCase })
    }
}

extension AttributeType {
    /// Returns the type of raw values, not all of which are known.
    fileprivate static func rawValue<Owner: HasUnknownCase>(of type: Owner.Type) -> AttributeType {
        Owner.RawValue.attributeType.knowingNot(.raw(UnknownRawValues(type)))
    }
}
