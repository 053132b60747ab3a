package import NacreFormat

/// The total order that sorts ask for: what a sort key consists of and how two are compared. The
/// same for all layouts of an entity; ``SortKeyReader`` takes the keys out of records.
///
/// The id comes last, ascending, unless it is among the sorts: no two objects have equal keys.
package struct SortKeys: Sendable {
    let attributes: [AttributeSchema]
    let isAscending: [Bool]

    package init(_ sorts: [Sorting], schema: EntitySchema) throws(StoreError) {
        var attributes: [AttributeSchema] = []
        var isAscending: [Bool] = []
        do throws(OperandError) {
            for sort in sorts {
                let attribute = try OperandCheck.attribute(named: sort.attribute, of: schema)
                try OperandCheck.check(attribute, allows: .sorting)
                attributes.append(attribute)
                isAscending.append(sort.isAscending)
            }
        } catch {
            throw StoreError(error)
        }
        let id = schema.idAttribute
        if !attributes.contains(where: { $0.id == id.id }) {
            attributes.append(id)
            isAscending.append(true)
        }
        self.attributes = attributes
        self.isAscending = isAscending
    }

    /// Negative if the first comes first, positive if it comes second.
    package func compare(_ first: SortKey, _ second: SortKey) -> Int {
        for (index, ascends) in isAscending.enumerated() {
            let order = first.values[index].order(relativeTo: second.values[index])
            if order != 0 { return ascends ? order : -order }
        }
        return 0
    }

    package func precedes(_ first: SortKey, _ second: SortKey) -> Bool {
        compare(first, second) < 0
    }
}

/// What an object is sorted by: its values, copied out of its record.
package struct SortKey: Sendable {
    package let values: [Value]
}
