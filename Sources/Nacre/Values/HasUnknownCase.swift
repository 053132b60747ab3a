/// A raw-value type that has a value for raw values which it does not know: a later version of the
/// program has stored them.
///
/// ```swift
/// enum Status: Int, HasUnknownCase {
///     case planned, active, abandoned, other = -1
///     static let unknownCase = Status.other
/// }
/// ```
/// Without it, reading such an object throws `undecodable`, which names entity, id, attribute and
/// the raw value; other objects can be read.
///
/// What is stored stays: an object that was read and is saved with the unknown case keeps its raw
/// value, until the property is set to another case. Filters and sorts go by what is stored, so
/// that `$0.status == .other` finds only objects whose raw value is that of `other`.
///
/// The same holds inside of arrays, sets, dictionaries and ``Embedded`` structs and enums, and for
/// what an unknown case carries. Elements of an array that is changed are told apart by what they
/// are read as and by their order. A set has one unknown case for all unknown values in it: they
/// stay as long as it does.
public protocol HasUnknownCase: Storable, RawRepresentable where RawValue: Storable {
    /// What a raw value is read as that no case has.
    static var unknownCase: Self { get }
}

extension HasUnknownCase {
    /// The way to what is stored, and back.
    public static var transformer: Transformer<Self, RawValue> { .rawValueOrUnknown }

    /// What the store keeps for a value.
    public static var attributeType: AttributeType { .rawValue(of: Self.self) }
}

extension HasUnknownCase where Self: Codable {
    /// The way to what is stored, and back.
    public static var transformer: Transformer<Self, RawValue> { .rawValueOrUnknown }
}

extension Transformer where Value: HasUnknownCase, Stored == Value.RawValue {
    /// A raw-value type by its raw value; one that it does not know is its unknown case.
    public static var rawValueOrUnknown: Self {
        Transformer(
            stages: [], transform: { $0.rawValue },
            reverse: { Value(rawValue: $0) ?? Value.unknownCase })
    }
}

extension AttributeType {
    /// The type of raw values, of which not all are known.
    fileprivate static func rawValue<Owner: HasUnknownCase>(of type: Owner.Type) -> AttributeType {
        Owner.RawValue.attributeType.knowingNot(.raw(UnknownRawValues(type)))
    }
}
