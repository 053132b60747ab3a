internal import NacreEngine
internal import NacreFormat

/// Attributes whose values together are the key of a group.
struct GroupKeys<each Key: SingleValue> {
    private let fields: (repeat GroupField<each Key>)

    init<Owner: Entity>(
        _ fields: repeat KeyPath<Owner.Fields, Field<Owner, each Key>>, of type: Owner.Type
    ) {
        let root = Owner.Fields(FieldPath())
        self.fields = (repeat GroupField(root[keyPath: each fields]))
    }

    var paths: [AttributePath] {
        var paths: [AttributePath] = []
        for field in repeat each fields { paths.append(field.path) }
        return paths
    }

    /// Why fields cannot be used.
    var problems: [String?] {
        var problems: [String?] = []
        for field in repeat each fields { problems.append(field.problem) }
        return problems
    }

    func key(of group: Group) throws(StoreError) -> (repeat each Key) {
        var rest = group.key[...]
        return (repeat try Self.next(&rest, each fields))
    }

    private static func next<Value>(
        _ values: inout ArraySlice<StoredForm>, _ field: GroupField<Value>
    ) throws(StoreError) -> Value {
        try field.decode(values.popFirst() ?? .null)
    }
}
