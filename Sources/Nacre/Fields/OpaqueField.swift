/// An attribute with a stage that need not store equal values equally: one that compresses or
/// writes a property list, which each version of a library may do in its own way, or one of the
/// program that says so. Such an attribute can be fetched, and compared with nil, and no more.
public struct OpaqueField<Root, Value: Sendable>: StagedField, CheckedField {
    /// What the stages do.
    public let stagedCoding: StagedCoding<Value>

    /// - Parameters:
    ///   - path: of the attribute.
    ///   - codec: its stages.
    public init<Stored>(_ path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        self.init(StagedCoding(path, codec))
    }

    init(_ coding: StagedCoding<Value>) { stagedCoding = coding }
}
