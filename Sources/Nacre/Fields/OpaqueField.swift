/// An attribute with a stage that need not store equal values equally: one that compresses or
/// writes a property list, which each version of a library may do in its own way, or one of the
/// program that says so. Such an attribute can be fetched, and compared with nil, and no more.
public struct OpaqueField<Root, Value: Sendable>: FieldProtocol, CheckedField {
    /// The attribute's stored name.
    public let fieldPath: FieldPath
    let problem: String?
    private let decodeValue: @Sendable (inout RowDecoder) throws -> Value

    /// - Parameters:
    ///   - path: of the attribute.
    ///   - codec: its stages.
    public init<Stored>(_ path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        self.init(path, problem: nil) { try codec.decode(from: &$0) }
    }

    private init(
        _ path: FieldPath, problem: String?,
        _ decode: @escaping @Sendable (inout RowDecoder) throws -> Value
    ) {
        fieldPath = path
        self.problem = problem
        decodeValue = decode
    }

    /// Reads the attribute where the decoder stands.
    public func decode(from row: inout RowDecoder) throws -> Value { try decodeValue(&row) }

    /// The attribute of another object, which a reference leads to.
    /// - Parameter problem: why it cannot be used.
    func reached<Owner>(
        from owner: Owner.Type, problem: String?
    ) -> OpaqueField<Owner, Value> {
        OpaqueField<Owner, Value>(fieldPath, problem: problem, decodeValue)
    }

    /// The same where there may be no object.
    func optionallyReached<Owner>(
        from owner: Owner.Type, problem: String?
    ) -> OpaqueField<Owner, Value?> {
        OpaqueField<Owner, Value?>(fieldPath, problem: problem) { [decodeValue] in
            try decodeValue(&$0)
        }
    }
}
