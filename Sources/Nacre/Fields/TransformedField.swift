/// An attribute with stages of its own, `@Attribute(.transformed(by: ...))`. Its values can be
/// compared for equality, since equal values are stored equally, but not by order: that of what the
/// stages make need not be that of the values. One of whose stages compresses is a
/// ``CompressedField``.
public struct TransformedField<Root, Value: Sendable>: FieldProtocol {
    /// The attribute's stored name.
    public let fieldPath: FieldPath
    private let decodeValue: @Sendable (inout RowDecoder) throws -> Value
    private let encodeValue: @Sendable (Value) throws -> NestedValue
    let type: AttributeType

    /// - Parameters:
    ///   - path: of the attribute.
    ///   - codec: its stages.
    public init<Stored>(_ path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        fieldPath = path
        decodeValue = { try codec.decode(from: &$0) }
        encodeValue = { try codec.transform($0).nested() }
        type = Stored.attributeType
    }

    /// Reads the attribute where the decoder stands.
    public func decode(from row: inout RowDecoder) throws -> Value { try decodeValue(&row) }

    /// What is stored for a value, as filters compare it.
    func storedValue(of value: Value) throws -> StoredValue {
        try encodeValue(value).storedValue(as: type)
    }
}
