internal import NacreFormat

/// An attribute with stages of its own, `@Attribute(.transformed(by: ...))`. Its values can be
/// compared for equality, since equal values are stored equally, but not by order: that of what the
/// stages make need not be that of the values. One of whose stages keeps no equality either is an
/// ``OpaqueField``.
public struct TransformedField<Root, Value: Sendable>: FieldProtocol, CheckedField {
    /// The attribute's stored name.
    public let fieldPath: FieldPath
    let problem: String?
    private let coding: StagedCoding<Value>

    /// - Parameters:
    ///   - path: of the attribute.
    ///   - codec: its stages.
    public init<Stored>(_ path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        self.init(
            path, problem: nil,
            StagedCoding(
                decode: { try codec.decode(from: &$0) },
                encode: { try codec.transform($0).nested() }, type: Stored.attributeType,
                keepsEquality: Pipeline.keepsEquality(codec.stages)))
    }

    private init(_ path: FieldPath, problem: String?, _ coding: StagedCoding<Value>) {
        fieldPath = path
        self.problem = problem
        self.coding = coding
    }

    /// Reads the attribute where the decoder stands.
    public func decode(from row: inout RowDecoder) throws -> Value { try coding.decode(&row) }

    /// Why its values cannot be compared; nil if they can.
    var comparisonProblem: String? {
        if let problem { return problem }
        return coding.keepsEquality
            ? nil
            : "A stage of '\(fieldPath.name)' does not store equal values equally, so that no"
                + " filter can compare it with a value. Declare it as .transformed(by: ...,"
                + " keepsEquality: false), and the compiler will say so."
    }

    /// What is stored for a value, as filters compare it.
    func storedValue(of value: Value) throws -> StoredValue {
        try coding.encode(value).storedValue(as: coding.type)
    }

    /// The attribute of another object, which a reference leads to.
    /// - Parameter problem: why it cannot be used.
    func reached<Owner>(
        from owner: Owner.Type, problem: String?
    ) -> TransformedField<Owner, Value> {
        TransformedField<Owner, Value>(fieldPath, problem: problem, coding)
    }

    /// The same where there may be no object.
    func optionallyReached<Owner>(
        from owner: Owner.Type, problem: String?
    ) -> TransformedField<Owner, Value?> {
        TransformedField<Owner, Value?>(
            fieldPath, problem: problem,
            StagedCoding(
                decode: { [coding] in try coding.decode(&$0) },
                encode: { [coding] in try $0.map(coding.encode) ?? .null },
                type: .optional(coding.type), keepsEquality: coding.keepsEquality))
    }
}

/// What the stages of an attribute do, without the type that they lead to.
private struct StagedCoding<Value: Sendable>: Sendable {
    let decode: @Sendable (inout RowDecoder) throws -> Value
    let encode: @Sendable (Value) throws -> NestedValue
    let type: AttributeType
    let keepsEquality: Bool
}
