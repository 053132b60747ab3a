/// An attribute with stages of its own, `@Attribute(.transformed(by: ...))`. Its values can be
/// compared for equality, since equal values are stored equally, but not by order: that of what the
/// stages make need not be that of the values. One whose stages keep the order too is an
/// ``OrderedField``, one of whose stages keeps no equality either is an ``OpaqueField``.
public struct TransformedField<Root, Value: Sendable>: StagedField, CheckedField {
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

extension TransformedField: EquatableField where Value: SingleValue {}
