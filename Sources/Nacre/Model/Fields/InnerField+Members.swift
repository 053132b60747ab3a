// Properties of embedded structs that are elements of collections or values of dictionaries.

extension InnerField where Value: Embedded {
    /// The field of a property of the embedded struct.
    public subscript<Member>(
        dynamicMember path: KeyPath<Value.Fields, Field<Value, Member>>
    ) -> InnerField<Root, Member> {
        let member = Value.Fields(FieldPath())[keyPath: path]
        return InnerField<Root, Member>(
            filterSubject.member(member.fieldPath, of: Value.self, problem: member.problem))
    }
}

extension InnerField {
    /// The field of a property of the embedded struct; nil if there is no struct.
    public subscript<Wrapped: Embedded, Member>(
        dynamicMember path: KeyPath<Wrapped.Fields, Field<Wrapped, Member>>
    ) -> InnerField<Root, Member?> where Value == Wrapped? {
        let member = Wrapped.Fields(FieldPath())[keyPath: path]
        return InnerField<Root, Member?>(
            filterSubject.member(member.fieldPath, of: Wrapped.self, problem: member.problem))
    }

    /// The field of a property of the embedded struct; nil if there is no struct.
    public subscript<Wrapped: Embedded, Member>(
        dynamicMember path: KeyPath<Wrapped.Fields, Field<Wrapped, Member?>>
    ) -> InnerField<Root, Member?> where Value == Wrapped? {
        let member = Wrapped.Fields(FieldPath())[keyPath: path]
        return InnerField<Root, Member?>(
            filterSubject.member(member.fieldPath, of: Wrapped.self, problem: member.problem))
    }
}

// Properties with stages.

extension InnerField where Value: Embedded {
    /// The field of a property with stages of the embedded struct.
    public subscript<Member, Kept>(
        dynamicMember path: KeyPath<Value.Fields, StagedField<Value, Member, Kept>>
    ) -> InnerStagedField<Root, Member, Kept> {
        let coding = Value.Fields(FieldPath())[keyPath: path].stagedCoding
        return InnerStagedField(
            coding.reached(problem: nil, filterSubject.member(coding, of: Value.self)))
    }
}

extension InnerField {
    /// The field of a property with stages of the embedded struct; nil if there is no struct.
    public subscript<Wrapped: Embedded, Member, Kept>(
        dynamicMember path: KeyPath<Wrapped.Fields, StagedField<Wrapped, Member, Kept>>
    ) -> InnerStagedField<Root, Member?, Kept> where Value == Wrapped? {
        let coding = Wrapped.Fields(FieldPath())[keyPath: path].stagedCoding
        return InnerStagedField(
            coding.optionallyReached(
                problem: nil, filterSubject.member(coding, of: Wrapped.self)))
    }

    /// The field of a property with stages of the embedded struct; nil if there is no struct.
    public subscript<Wrapped: Embedded, Member, Kept>(
        dynamicMember path: KeyPath<Wrapped.Fields, StagedField<Wrapped, Member?, Kept>>
    ) -> InnerStagedField<Root, Member?, Kept> where Value == Wrapped? {
        let coding = Wrapped.Fields(FieldPath())[keyPath: path].stagedCoding
        return InnerStagedField(
            coding.reached(problem: nil, filterSubject.member(coding, of: Wrapped.self)))
    }
}

extension FilterSubject {
    fileprivate func member<Value>(
        _ coding: StagedCoding<Value>, of type: any Embedded.Type
    ) -> FilterSubject {
        member(coding.path, of: type, problem: coding.problem)
    }
}
