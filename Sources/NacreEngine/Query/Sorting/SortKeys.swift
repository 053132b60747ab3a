package import NacreFormat
internal import Synchronization

/// The total order of some sorts: the parts of a sort key, and how two keys are compared. It
/// applies to all layouts of an entity; ``SortKeyReader`` reads the keys from records.
///
/// The id comes last, ascending, unless it is among the sorts without a collation. So no two
/// objects have equal keys. Immutable. A class, because everything that sorts retains it.
package final class SortKeys: Sendable {
    /// The schema of the entity whose objects are sorted.
    let schema: StoredSchema
    /// The entity's own attributes: for a sort through references, the first reference.
    let attributes: [AttributeSchema]
    /// The paths to the values, by place in the key.
    let paths: [BoundPath]
    /// Whether all values are the objects' own.
    let areOwn: Bool
    /// The types of the values, by place in the key.
    let types: [StoredType]
    private let isNullable: [Bool]
    let isAscending: [Bool]
    /// The collations, by place in the key. Empty if there are none, which is usual: comparing is
    /// an inner loop.
    private let collations: [Collation?]
    /// The reader made last.
    private let reader = Mutex<SortKeyReader?>(nil)

    /// Makes the order by ids alone.
    init(ofIDs schema: StoredSchema) {
        self.schema = schema
        attributes = [schema.idAttribute]
        paths = [BoundPath(schema.idAttribute)]
        areOwn = true
        types = [schema.idAttribute.type]
        isNullable = [false]
        isAscending = [true]
        collations = []
    }

    /// - Parameter entities: The entities that references lead to.
    package init(
        _ sorts: [SortTerm], schema: StoredSchema, entities: EntityFinder = .none
    ) throws(StoreError) {
        var attributes: [AttributeSchema] = []
        var paths: [BoundPath] = []
        var types: [StoredType] = []
        var isNullable: [Bool] = []
        var isAscending: [Bool] = []
        var collations: [Collation?] = []
        do throws(OperandError) {
            for sort in sorts {
                let scope = FilterScope(schema, entities)
                let path = try BoundPath(sort.path, in: scope)
                try OperandCheck.check(path.attribute, allows: .sorting)
                let type = path.attribute.type
                if sort.collation != nil, type != .string {
                    throw OperandCheck.refusal(
                        path.attribute,
                        "and only strings can be sorted in the order of a language.", nil)
                }
                types.append(type)
                isNullable.append(path.isNullable)
                collations.append(sort.collation)
                attributes.append(path.own)
                paths.append(path)
                isAscending.append(sort.isAscending)
            }
        } catch {
            throw StoreError(error)
        }
        self.schema = schema
        let id = schema.idAttribute
        // Different ids may be equal in the order of a language.
        let hasID = zip(attributes, zip(paths, collations)).contains { attribute, rest in
            attribute.id == id.id && rest.0.isOwn && rest.1 == nil
        }
        if !hasID {
            attributes.append(id)
            paths.append(BoundPath(id))
            types.append(id.type)
            isNullable.append(false)
            isAscending.append(true)
            collations.append(nil)
        }
        self.collations = collations.contains { $0 != nil } ? collations : []
        self.attributes = attributes
        self.paths = paths
        areOwn = paths.allSatisfy(\.isOwn)
        self.types = types
        self.isNullable = isNullable
        self.isAscending = isAscending
    }

    /// Returns the reader of keys for a layout. The last reader is cached, because most entities
    /// have one layout.
    func reader(_ layout: Layout) throws(StoreError) -> SortKeyReader {
        if let known = reader.withLock({ $0 }), known.layout === layout { return known }
        let made = try SortKeyReader(self, layout: layout)
        reader.withLock { $0 = made }
        return made
    }

    /// Compares two keys. Negative if the first comes first, positive if it comes second.
    package func compare(_ first: SortKey, _ second: SortKey) -> Int {
        for (index, ascends) in isAscending.enumerated() {
            let order = order(index, first.values[index], second.values[index])
            if order != 0 { return ascends ? order : -order }
        }
        return 0
    }

    /// The number of leading attributes that are in the order of values.
    var plainCount: Int { collations.firstIndex { $0 != nil } ?? attributes.count }

    /// Returns whether objects are sorted first by this attribute of their own, in the order of
    /// values.
    func begin(with attribute: AttributeSchema) -> Bool {
        plainCount > 0 && paths[0].isOwn && attributes[0].id == attribute.id
    }

    /// Returns the prefix of a key, which decides most comparisons. ``SortPrefixReader`` reads the
    /// same from records.
    func prefix(of key: SortKey) -> SortPrefix {
        guard plainCount > 0 else { return SortPrefix(first: 0, second: 0) }
        let first = OrderKey.key(key.values[0])
        let inversion: UInt64 = isAscending[0] ? 0 : .max
        var prefix = SortPrefix(first: first ^ inversion, second: 0)
        if !OrderKey.isExact(first, of: types[0]) {
            prefix.second = OrderKey.continuation(key.values[0]) ^ inversion
        } else if plainCount > 1 {
            prefix.second = OrderKey.key(key.values[1]) ^ (isAscending[1] ? 0 : .max)
        }
        return prefix
    }

    private func order(_ index: Int, _ first: Value, _ second: Value) -> Int {
        guard !collations.isEmpty, let collation = collations[index],
            case .string(let first) = first, case .string(let second) = second
        else { return first.order(relativeTo: second) }
        return collation.compare(first, second)
    }

    /// Checks that a key from outside belongs to these sorts.
    /// - Throws: `invalidValue` if it does not.
    func check(_ key: SortKey) throws(StoreError) {
        let fits =
            key.values.count == types.count
            && key.values.indices.allSatisfy { place in
                let value = key.values[place]
                return value.isNull ? isNullable[place] : IDKey.takes(value, as: types[place])
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
