package import NacreFormat

/// The total order that sorts ask for: what a sort key consists of and how two are compared. The
/// same for all layouts of an entity; ``SortKeyReader`` takes the keys out of records.
///
/// The id comes last, ascending, unless it is among the sorts without a collation: no two objects
/// have equal keys.
package struct SortKeys: Sendable {
    /// Of the entity itself: where a sort goes through references, the first of them.
    let attributes: [AttributeSchema]
    /// By place in the key: the attribute that is read of each object which references lead to one
    /// after another; empty for most.
    let paths: [[ReferenceStep]]
    /// By place in the key: whose values are compared; those behind references are read there.
    private let values: [AttributeSchema]
    let isAscending: [Bool]
    /// Empty if there are none, as a rule: comparing is an inner loop.
    private let collations: [Collation?]

    /// - Parameter entities: those that references lead to.
    package init(
        _ sorts: [Sorting], schema: EntitySchema, entities: EntityFinder = .none
    ) throws(StoreError) {
        var attributes: [AttributeSchema] = []
        var paths: [[ReferenceStep]] = []
        var values: [AttributeSchema] = []
        var isAscending: [Bool] = []
        var collations: [Collation?] = []
        do throws(OperandError) {
            for sort in sorts {
                let scope = FilterScope(schema, entities)
                let (attribute, path) = try ReferenceStep.path(of: sort, in: scope)
                let value = Self.value(attribute, path, entities)
                if sort.collation != nil, value.type != .string {
                    throw OperandCheck.refusal(
                        value, "and only strings are in the order of a language.", nil)
                }
                values.append(value)
                collations.append(sort.collation)
                attributes.append(attribute)
                paths.append(path)
                isAscending.append(sort.isAscending)
            }
        } catch {
            throw StoreError(error)
        }
        let id = schema.idAttribute
        // Different ids may be equal in the order of a language.
        let hasID = attributes.indices.contains { place in
            attributes[place].id == id.id && paths[place].isEmpty && collations[place] == nil
        }
        if !hasID {
            attributes.append(id)
            values.append(id)
            paths.append([])
            isAscending.append(true)
            collations.append(nil)
        }
        self.collations = collations.contains { $0 != nil } ? collations : []
        self.attributes = attributes
        self.paths = paths
        self.values = values
        self.isAscending = isAscending
    }

    /// The last attribute of a path.
    private static func value(
        _ attribute: AttributeSchema, _ path: [ReferenceStep], _ entities: EntityFinder
    ) -> AttributeSchema {
        guard let last = path.last, let schema = entities[last.entity],
            let ordinal = schema.ordinal(of: last.attribute)
        else { return attribute }
        return schema.attributes[ordinal]
    }

    /// Negative if the first comes first, positive if it comes second.
    package func compare(_ first: SortKey, _ second: SortKey) -> Int {
        for (index, ascends) in isAscending.enumerated() {
            let order = order(index, first.values[index], second.values[index])
            if order != 0 { return ascends ? order : -order }
        }
        return 0
    }

    /// How many attributes at the beginning have the order of values.
    var plainCount: Int { collations.firstIndex { $0 != nil } ?? attributes.count }

    private func order(_ index: Int, _ first: Value, _ second: Value) -> Int {
        guard !collations.isEmpty, let collation = collations[index],
            case .string(let first) = first, case .string(let second) = second
        else { return first.order(relativeTo: second) }
        return collation.compare(first, second)
    }

    /// - Throws: `invalidValue` if a key that someone gives cannot be one of these sorts.
    func check(_ key: SortKey) throws(StoreError) {
        let fits =
            key.values.count == values.count
            && key.values.indices.allSatisfy { place in
                let (value, attribute) = (key.values[place], values[place])
                return value.isNull
                    ? attribute.isNullable || !paths[place].isEmpty
                    : IDKey.takes(value, as: attribute.type)
            }
        guard fits else {
            throw StoreError(
                .invalidValue,
                "The cursor does not fit the request's order. Use a cursor with the request that"
                    + " its page came from.")
        }
    }

    package func precedes(_ first: SortKey, _ second: SortKey) -> Bool {
        compare(first, second) < 0
    }
}

/// What an object is sorted by: its values, copied out of its record. Also a place in an order,
/// whether an object stands there or not.
package struct SortKey: Sendable {
    package let values: [Value]

    package init(values: [Value]) { self.values = values }
}

/// Equal to itself also with NaN in it.
extension SortKey: Hashable {
    package static func == (first: SortKey, second: SortKey) -> Bool {
        first.values.count == second.values.count
            && zip(first.values, second.values).allSatisfy(IDKey.areSame)
    }
}
