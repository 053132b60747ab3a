/// An attribute as filters, sorts and projections see it: the `$0.name` in
/// `City.where { $0.name == "Oslo" }`. What can be asked of it hangs on the type of its value.
@dynamicMemberLookup
public struct Field<Root, Value>: Sendable {
    /// The attribute's stored name.
    public let fieldPath: FieldPath
    /// Why the attribute cannot be used; nil for those that generated code makes.
    @usableFromInline let problem: String?
    /// Of what is required in an optional embedded struct: the struct, with which it is nil.
    let optionalOwner: FieldPath?

    /// - Parameter path: of the attribute.
    public init(_ path: FieldPath) { self.init(path, problem: nil) }

    init(_ path: FieldPath, problem: String?, optionalOwner: FieldPath? = nil) {
        fieldPath = path
        self.problem = problem
        self.optionalOwner = optionalOwner
    }
}

/// What fields know besides their paths.
protocol CheckedField {
    /// Why it cannot be used; nil if it can.
    var problem: String? { get }
    /// See ``Field/optionalOwner``.
    var optionalOwner: FieldPath? { get }
}

extension CheckedField {
    var optionalOwner: FieldPath? { nil }
}

extension Field: CheckedField {}

extension Field: FieldProtocol where Value: AttributeValue {
    /// Reads the attribute where the decoder stands.
    public func decode(from row: inout RowDecoder) throws -> Value {
        try Value.decode(from: &row)
    }
}

// Paths into embedded structs. Through one that is optional every property is optional, as with
// Swift's optional chaining.

extension Field where Value: Embedded {
    /// A property of the embedded struct.
    public subscript<Member>(
        dynamicMember path: KeyPath<Value.Fields, Field<Value, Member>>
    ) -> Field<Root, Member> {
        let member = Value.Fields(fieldPath)[keyPath: path]
        return Field<Root, Member>(member.fieldPath, problem: problem ?? member.problem)
    }
}

extension Field {
    /// A property of the embedded struct, nil where there is no struct.
    public subscript<Wrapped: Embedded, Member>(
        dynamicMember path: KeyPath<Wrapped.Fields, Field<Wrapped, Member>>
    ) -> Field<Root, Member?> where Value == Wrapped? {
        let member = Wrapped.Fields(fieldPath)[keyPath: path]
        return Field<Root, Member?>(
            member.fieldPath, problem: problem ?? member.problem,
            optionalOwner: optionalOwner ?? fieldPath)
    }

    /// A property of the embedded struct, nil where there is no struct.
    public subscript<Wrapped: Embedded, Member>(
        dynamicMember path: KeyPath<Wrapped.Fields, Field<Wrapped, Member?>>
    ) -> Field<Root, Member?> where Value == Wrapped? {
        let member = Wrapped.Fields(fieldPath)[keyPath: path]
        return Field<Root, Member?>(member.fieldPath, problem: problem ?? member.problem)
    }
}
