/// An attribute with stages of its own, `@Attribute(.transformed(by: ...))`. Its values can be
/// compared for equality, since equal values are stored equally, but not by order: the order of the
/// stored values may differ. An attribute whose stages keep the order too is an ``OrderedField``;
/// one with a stage that does not keep equality is an ``OpaqueField``.
public struct TransformedField<Root, Value: Sendable>: StagedField, CheckedField {
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

extension TransformedField: EquatableField {}
