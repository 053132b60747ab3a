// Paths through references. What stands behind one is always optional, as with Swift's optional
// chaining: a reference can lead nowhere even if it is not nil.

extension Field where Value: ToOneValue {
    /// A property of the object that the reference leads to; nil where there is none.
    public subscript<Member>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, Field<Value.ReferenceTarget, Member>
        >
    ) -> Field<Root, Member?> {
        let member = Value.ReferenceTarget.Fields(fieldPath.followed)[keyPath: path]
        // A struct that is required is nil only with the object, whose id says so.
        let id = Value.ReferenceTarget.schema.attributes.first { $0.propertyName == "id" }
        return Field<Root, Member?>(
            member.fieldPath, problem: problem ?? member.problem,
            optionalOwner: fieldPath.followed.appending(id?.name ?? "id"))
    }

    /// A property of the object that the reference leads to; nil where there is none.
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

// The same of attributes with stages.

extension Field where Value: ToOneValue {
    /// A property with stages of the object that the reference leads to; nil where there is none.
    public subscript<Member>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, OrderedField<Value.ReferenceTarget, Member>
        >
    ) -> OrderedField<Root, Member?> {
        OrderedField(staged(path).optionallyReached(problem: problem))
    }

    /// A property with stages of the object that the reference leads to; nil where there is none.
    public subscript<Member>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, OrderedField<Value.ReferenceTarget, Member?>
        >
    ) -> OrderedField<Root, Member?> {
        OrderedField(staged(path).reached(problem: problem))
    }

    /// A property with stages of the object that the reference leads to; nil where there is none.
    public subscript<Member>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, TransformedField<Value.ReferenceTarget, Member>
        >
    ) -> TransformedField<Root, Member?> {
        TransformedField(staged(path).optionallyReached(problem: problem))
    }

    /// A property with stages of the object that the reference leads to; nil where there is none.
    public subscript<Member>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, TransformedField<Value.ReferenceTarget, Member?>
        >
    ) -> TransformedField<Root, Member?> {
        TransformedField(staged(path).reached(problem: problem))
    }

    /// A property with stages of the object that the reference leads to; nil where there is none.
    public subscript<Member>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, OpaqueField<Value.ReferenceTarget, Member>
        >
    ) -> OpaqueField<Root, Member?> {
        OpaqueField(staged(path).optionallyReached(problem: problem))
    }

    /// A property with stages of the object that the reference leads to; nil where there is none.
    public subscript<Member>(
        dynamicMember path: KeyPath<
            Value.ReferenceTarget.Fields, OpaqueField<Value.ReferenceTarget, Member?>
        >
    ) -> OpaqueField<Root, Member?> {
        OpaqueField(staged(path).reached(problem: problem))
    }

    private func staged<Member: StagedField>(
        _ path: KeyPath<Value.ReferenceTarget.Fields, Member>
    ) -> StagedCoding<Member.Value> {
        Value.ReferenceTarget.Fields(fieldPath.followed)[keyPath: path].stagedCoding
    }
}
