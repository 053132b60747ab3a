internal import NacreEngine
internal import NacreFormat

/// The attributes whose values together form the key of a group.
struct GroupKeys<each Key: GroupField> {
    private let fields: (repeat SingleCoding<(each Key).Value>)

    init<Owner: Entity>(
        _ fields: repeat KeyPath<Owner.Fields, each Key>, of type: Owner.Type
    ) {
        let root = Owner.Fields(FieldPath())
        self.fields = (repeat root[keyPath: each fields].singleCoding)
    }

    var terms: [GroupTerm] {
        var terms: [GroupTerm] = []
        for field in repeat each fields { terms.append(field.term) }
        return terms
    }

    /// The reason each field cannot be used, or nil, in the order of the fields.
    var problems: [String?] {
        var problems: [String?] = []
        for field in repeat each fields { problems.append(field.problem) }
        return problems
    }

    func key(of group: Group) throws(StoreError) -> (repeat (each Key).Value) {
        var rest = group.key[...]
        return (repeat try Self.next(&rest, each fields))
    }

    private static func next<Value>(
        _ values: inout ArraySlice<StoredForm>, _ field: SingleCoding<Value>
    ) throws(StoreError) -> Value {
        try field.decode(values.popFirst() ?? .null)
    }
}
