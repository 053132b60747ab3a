/// An attribute that can be fetched by itself: ``Field`` and every ``StagedField``.
public protocol FieldProtocol<Root, Value>: Sendable {
    /// The entity that the field is of.
    associatedtype Root
    /// The type of the property.
    associatedtype Value
    /// The path of the attribute.
    var fieldPath: FieldPath { get }
    /// Reads the attribute at the decoder's current position.
    func decode(from row: inout ObjectDecoder) throws -> Value
}
