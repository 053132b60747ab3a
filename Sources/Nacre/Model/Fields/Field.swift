/// An attribute in filters, sorts and projections: the `$0.name` in
/// `City.where { $0.name == "Oslo" }`. The operations available depend on the type of its value.
@dynamicMemberLookup
public struct Field<Root, Value>: Sendable {
    /// The path of the attribute.
    public let fieldPath: FieldPath
    /// The reason why the attribute cannot be used; nil for fields that generated code makes.
    @usableFromInline let problem: String?
    /// The optional embedded struct or object that contains a required property. The property is
    /// nil exactly if this is.
    let optionalOwner: FieldPath?

    /// Makes the field of an attribute.
    /// - Parameter path: The path of the attribute.
    public init(_ path: FieldPath) { self.init(path, problem: nil) }

    init(_ path: FieldPath, problem: String?, optionalOwner: FieldPath? = nil) {
        fieldPath = path
        self.problem = problem
        self.optionalOwner = optionalOwner
    }
}

/// The properties of a field in addition to its path.
protocol CheckedField {
    /// The reason why the field cannot be used, or nil if it can.
    var problem: String? { get }
    /// The optional that contains a required property. See ``Field/optionalOwner``.
    var optionalOwner: FieldPath? { get }
}

extension CheckedField {
    var optionalOwner: FieldPath? { nil }
}

extension Field: CheckedField {}

extension Field: FieldProtocol where Value: AttributeValue {
    /// Reads the attribute at the decoder's current position.
    public func decode(from row: inout ObjectDecoder) throws -> Value {
        try Value.decode(from: &row)
    }
}

// Paths into embedded structs. Through an optional struct every property is optional, as in Swift's
// optional chaining.

extension Field where Value: Embedded {
    /// The field of a property of the embedded struct.
    public subscript<Member>(
        dynamicMember path: KeyPath<Value.Fields, Field<Value, Member>>
    ) -> Field<Root, Member> {
        let member = Value.Fields(fieldPath)[keyPath: path]
        return Field<Root, Member>(member.fieldPath, problem: problem ?? member.problem)
    }
}

extension Field {
    /// The field of a property of the embedded struct; nil if there is no struct.
    public subscript<Wrapped: Embedded, Member>(
        dynamicMember path: KeyPath<Wrapped.Fields, Field<Wrapped, Member>>
    ) -> Field<Root, Member?> where Value == Wrapped? {
        let member = Wrapped.Fields(fieldPath)[keyPath: path]
        return Field<Root, Member?>(
            member.fieldPath, problem: problem ?? member.problem,
            optionalOwner: optionalOwner ?? fieldPath)
    }

    /// The field of a property of the embedded struct; nil if there is no struct.
    public subscript<Wrapped: Embedded, Member>(
        dynamicMember path: KeyPath<Wrapped.Fields, Field<Wrapped, Member?>>
    ) -> Field<Root, Member?> where Value == Wrapped? {
        let member = Wrapped.Fields(fieldPath)[keyPath: path]
        return Field<Root, Member?>(member.fieldPath, problem: problem ?? member.problem)
    }
}

// Properties with stages.

extension Field where Value: Embedded {
    /// The field of a property with stages of the embedded struct.
    public subscript<Member, Kept>(
        dynamicMember path: KeyPath<Value.Fields, StagedField<Value, Member, Kept>>
    ) -> StagedField<Root, Member, Kept> {
        StagedField(Value.Fields(fieldPath)[keyPath: path].stagedCoding.reached(problem: problem))
    }

    /// The field of a collection of the embedded struct whose elements have stages.
    public subscript<Member, Kept>(
        dynamicMember path: KeyPath<Value.Fields, StagedElementsField<Value, Member, Kept>>
    ) -> StagedElementsField<Root, Member, Kept> {
        Value.Fields(fieldPath)[keyPath: path].reached(problem: problem)
    }
}

extension Field {
    /// The field of a property with stages of the embedded struct; nil if there is no struct.
    public subscript<Wrapped: Embedded, Member, Kept>(
        dynamicMember path: KeyPath<Wrapped.Fields, StagedField<Wrapped, Member, Kept>>
    ) -> StagedField<Root, Member?, Kept> where Value == Wrapped? {
        StagedField(
            Wrapped.Fields(fieldPath)[keyPath: path].stagedCoding
                .optionallyReached(problem: problem))
    }

    /// The field of a property with stages of the embedded struct; nil if there is no struct.
    public subscript<Wrapped: Embedded, Member, Kept>(
        dynamicMember path: KeyPath<Wrapped.Fields, StagedField<Wrapped, Member?, Kept>>
    ) -> StagedField<Root, Member?, Kept> where Value == Wrapped? {
        StagedField(
            Wrapped.Fields(fieldPath)[keyPath: path].stagedCoding.reached(problem: problem))
    }
}
