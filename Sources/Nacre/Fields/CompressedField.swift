/// An attribute with a stage that compresses, or that writes a property list. Equal values need not
/// be stored equally, since each version of a library may do it in its own way: such an attribute
/// can be fetched, and compared with nil, and no more.
public struct CompressedField<Root, Value: Sendable>: FieldProtocol {
    /// The attribute's stored name.
    public let fieldPath: FieldPath
    private let decodeValue: @Sendable (inout RowDecoder) throws -> Value

    /// - Parameters:
    ///   - path: of the attribute.
    ///   - codec: its stages.
    public init<Stored>(_ path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        fieldPath = path
        decodeValue = { try codec.decode(from: &$0) }
    }

    /// Reads the attribute where the decoder stands.
    public func decode(from row: inout RowDecoder) throws -> Value { try decodeValue(&row) }
}
