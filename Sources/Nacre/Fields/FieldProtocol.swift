/// An attribute that can be fetched by itself: ``Field``, and each ``StagedField``.
public protocol FieldProtocol<Root, Value>: Sendable {
    /// The entity.
    associatedtype Root
    /// The type of the property.
    associatedtype Value
    /// The attribute's stored name.
    var fieldPath: FieldPath { get }
    /// Reads the attribute where the decoder stands.
    func decode(from row: inout RowDecoder) throws -> Value
}
