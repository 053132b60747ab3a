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
