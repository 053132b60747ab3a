// Paths through references. A field of the object that a reference leads to is always optional, as
// in Swift's optional chaining: a reference can be dangling even if it is not nil.

extension Field where Value: ToOneValue {
    /// The field of a property of the object that the reference leads to; nil if there is no
    /// object.
    public subscript<Member>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, Field<Value.ReferenceTarget, Member>
        >
    ) -> Field<Root, Member?> {
        let member = Value.ReferenceTarget.Fields(fieldPath.followed)[keyPath: path]
        // A required struct is nil only if the object is missing. The id shows that.
        let id = Value.ReferenceTarget.schema.attributes.first(where: \.isID)
        return Field<Root, Member?>(
            member.fieldPath, problem: problem ?? member.problem,
            optionalOwner: fieldPath.followed.appending(id?.name ?? "id"))
    }

    /// The field of a property of the object that the reference leads to; nil if there is no
    /// object.
    public subscript<Member>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, Field<Value.ReferenceTarget, Member?>
        >
    ) -> Field<Root, Member?> {
        let member = Value.ReferenceTarget.Fields(fieldPath.followed)[keyPath: path]
        return Field<Root, Member?>(
            member.fieldPath, problem: problem ?? member.problem,
            optionalOwner: member.optionalOwner)
    }
}

// Paths to attributes with stages.

extension Field where Value: ToOneValue {
    /// The field of a property with stages of the object that the reference leads to; nil if there
    /// is no object.
    public subscript<Member, Kept>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, StagedField<Value.ReferenceTarget, Member, Kept>
        >
    ) -> StagedField<Root, Member?, Kept> {
        StagedField(staged(path).optionallyReached(problem: problem))
    }

    /// The field of a property with stages of the object that the reference leads to; nil if there
    /// is no object.
    public subscript<Member, Kept>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, StagedField<Value.ReferenceTarget, Member?, Kept>
        >
    ) -> StagedField<Root, Member?, Kept> {
        StagedField(staged(path).reached(problem: problem))
    }

    /// The field of a collection of the object that the reference leads to, whose elements have
    /// stages. It has no elements if there is no object.
    public subscript<Member, Kept>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields,
            StagedElementsField<Value.ReferenceTarget, Member, Kept>
        >
    ) -> StagedElementsField<Root, Member, Kept> {
        Value.ReferenceTarget.Fields(fieldPath.followed)[keyPath: path].reached(problem: problem)
    }

    private func staged<Member, Kept>(
        _ path: KeyPath<
            Value.ReferenceTarget.Fields, StagedField<Value.ReferenceTarget, Member, Kept>
        >
    ) -> StagedCoding<Member> {
        Value.ReferenceTarget.Fields(fieldPath.followed)[keyPath: path].stagedCoding
    }
}
