/// An attribute with stages of its own, `@Attribute(.transformed(by: ...))`. The operations
/// available depend on the stages: ``OrderedField`` if they keep the order of values,
/// ``TransformedField`` if they keep only equality, ``OpaqueField`` if they keep neither.
public protocol StagedField<Root, Value>: FieldProtocol where Value: Sendable {
    /// The coding of the stages.
    var stagedCoding: StagedCoding<Value> { get }
}

extension StagedField {
    /// The path of the attribute.
    public var fieldPath: FieldPath { stagedCoding.path }

    /// Reads the attribute at the decoder's current position.
    public func decode(from row: inout ObjectDecoder) throws -> Value {
        try stagedCoding.decode(&row)
    }

    var problem: String? { stagedCoding.problem }
}

/// An attribute with stages whose values filters can compare, because equal values are stored
/// equally: an ``OrderedField`` or a ``TransformedField``. The values may have any `Equatable`
/// type.
public protocol EquatableField<Root, Value>: StagedField {}
