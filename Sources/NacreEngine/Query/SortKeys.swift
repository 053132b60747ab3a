package import NacreFormat

/// The total order that sorts ask for: what a sort key consists of and how two are compared. The
/// same for all layouts of an entity; ``SortKeyReader`` takes the keys out of records.
///
/// The id comes last, ascending, unless it is among the sorts without a collation: no two objects
/// have equal keys.
package struct SortKeys: Sendable {
    let attributes: [AttributeSchema]
    let isAscending: [Bool]
    /// Empty if there are none, as a rule: comparing is an inner loop.
    private let collations: [Collation?]

    package init(_ sorts: [Sorting], schema: EntitySchema) throws(StoreError) {
        var attributes: [AttributeSchema] = []
        var isAscending: [Bool] = []
        var collations: [Collation?] = []
        do throws(OperandError) {
            for sort in sorts {
                let attribute = try OperandCheck.attribute(named: sort.attribute, of: schema)
                try OperandCheck.check(attribute, allows: .sorting)
                if sort.collation != nil, attribute.type != .string {
                    throw OperandCheck.refusal(
                        attribute, "and only strings are in the order of a language.", nil)
                }
                collations.append(sort.collation)
                attributes.append(attribute)
                isAscending.append(sort.isAscending)
            }
        } catch {
            throw StoreError(error)
        }
        let id = schema.idAttribute
        // Different ids may be equal in the order of a language.
        if !zip(attributes, collations).contains(where: { $0.id == id.id && $1 == nil }) {
            attributes.append(id)
            isAscending.append(true)
            collations.append(nil)
        }
        self.collations = collations.contains { $0 != nil } ? collations : []
        self.attributes = attributes
        self.isAscending = isAscending
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
            key.values.count == attributes.count
            && zip(key.values, attributes).allSatisfy { value, attribute in
                value.isNull ? attribute.isNullable : IDKey.takes(value, as: attribute.type)
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
