/// An attribute with stages of its own, `@Attribute(.transformed(by: ...))`. What can be asked of
/// it hangs on the stages: ``OrderedField`` if they keep the order of values,
/// ``TransformedField`` if they keep equality only, ``OpaqueField`` if they keep neither.
public protocol StagedField<Root, Value>: FieldProtocol where Value: Sendable {
    /// What the stages do.
    var stagedCoding: StagedCoding<Value> { get }
}

extension StagedField {
    /// The attribute's stored name.
    public var fieldPath: FieldPath { stagedCoding.path }

    /// Reads the attribute where the decoder stands.
    public func decode(from row: inout RowDecoder) throws -> Value {
        try stagedCoding.decode(&row)
    }

    var problem: String? { stagedCoding.problem }
}

/// An attribute with stages whose values filters compare: equal ones are stored equally. That is
/// any ``OrderedField``, and a ``TransformedField`` of values that could be stored without stages.
public protocol EquatableField<Root, Value>: StagedField {}
