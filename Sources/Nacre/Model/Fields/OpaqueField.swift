/// An attribute with a stage that may store equal values differently. Examples are stages that
/// compress or write a property list, which different library versions may do differently, and the
/// program's own stages declared that way. Such an attribute can only be fetched and compared with
/// nil.
public struct OpaqueField<Root, Value: Sendable>: StagedField, CheckedField {
    /// The coding of the stages.
    public let stagedCoding: StagedCoding<Value>

    /// Makes the field of an attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages.
    public init<Stored>(_ path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        self.init(StagedCoding(path, codec))
    }

    init(_ coding: StagedCoding<Value>) { stagedCoding = coding }
}
