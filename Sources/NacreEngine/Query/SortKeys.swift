package import NacreFormat

/// The total order that sorts ask for: what a sort key consists of and how two are compared. The
/// same for all layouts of an entity; ``SortKeyReader`` takes the keys out of records.
///
/// The id comes last, ascending, unless it is among the sorts: no two objects have equal keys.
package struct SortKeys: Sendable {
    /// Of the entity itself: where a sort goes through references, the first of them.
    let attributes: [AttributeSchema]
    /// By place in the key: the attribute that is read of each object which references lead to one
    /// after another; empty for most.
    let paths: [[ReferenceStep]]
    let isAscending: [Bool]

    /// - Parameter entities: those that references lead to.
    package init(
        _ sorts: [Sorting], schema: EntitySchema, entities: EntityFinder = .none
    ) throws(StoreError) {
        var attributes: [AttributeSchema] = []
        var paths: [[ReferenceStep]] = []
        var isAscending: [Bool] = []
        do throws(OperandError) {
            for sort in sorts {
                let scope = FilterScope(schema, entities)
                let (attribute, path) = try ReferenceStep.path(of: sort, in: scope)
                attributes.append(attribute)
                paths.append(path)
                isAscending.append(sort.isAscending)
            }
        } catch {
            throw StoreError(error)
        }
        let id = schema.idAttribute
        if !zip(attributes, paths).contains(where: { $0.id == id.id && $1.isEmpty }) {
            attributes.append(id)
            paths.append([])
            isAscending.append(true)
        }
        self.attributes = attributes
        self.paths = paths
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
