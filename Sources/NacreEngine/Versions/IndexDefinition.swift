package import NacreFormat

/// A tree of an entity: which attributes its keys are made of, and how. Immutable. A class, because
/// planning passes it around a lot.
package final class IndexDefinition: Sendable {
    /// The attributes, the most significant first.
    package let attributes: [AttributeSchema]
    /// The ordinals of the values that an object's keys depend on: those of the attributes, and
    /// then those of the condition's other attributes.
    package let ordinals: [Int]
    package let kind: Kind
    /// The condition of objects that have an entry; nil if all have one.
    private let condition: IndexCondition?
    /// The index of the tree in a version's trees; below 0 for the tree of ids.
    let slot: Int
    /// Whether the tree is unique and its keys are in the order of the values.
    let isUniqueInOrder: Bool
    /// Whether all objects are in the tree, in the order of their values.
    let isInOrder: Bool
    /// An element of the attribute, if the tree has the elements; otherwise nil.
    let element: AttributeSchema?

    /// The ways in which keys are made. Each use lists all kinds, so a new kind does not compile
    /// until all of its behaviour is decided.
    package enum Kind: Sendable, Hashable {
        /// The key of an id, made of a unique attribute's value. Objects without a value have no
        /// entry. The order of the keys has no meaning in general.
        case unique
        /// A hash of the values of several attributes that are unique together. Objects in which
        /// one of the values is null have no entry.
        case uniqueTogether
        /// A hash of the values of one or several attributes that are unique among the objects that
        /// match a condition. Other objects have no entry, as those in which a value is null.
        case uniqueWhere
        /// The ``OrderKey`` of one attribute's value, also for null.
        case value
        /// The ``OrderKey`` of one attribute's text, also for null.
        case text
        /// The ``OrderKey`` of each distinct element of one attribute's value.
        case elements
        /// The ``OrderBytes`` of the values of several attributes, also for null.
        case several

        fileprivate init(_ attributes: [AttributeSchema], _ identity: Identity) {
            guard identity.condition == nil else {
                self = .uniqueWhere
                return
            }
            switch (identity.isUnique, attributes.count == 1) {
            case (true, true): self = .unique
            case (true, false): self = .uniqueTogether
            case (false, false): self = .several
            case (false, true):
                switch attributes[0].type {
                case .scalar, .data: self = .value
                case .string: self = .text
                case .json, .array: self = .elements
                }
            }
        }
    }

    /// Whether no two objects have the same values.
    package var isUnique: Bool {
        switch kind {
        case .unique, .uniqueTogether, .uniqueWhere: true
        case .value, .text, .elements, .several: false
        }
    }

    /// Whether an entry exists for each object that has values.
    var isOfAllObjects: Bool {
        switch kind {
        case .uniqueWhere: false
        case .unique, .uniqueTogether, .value, .text, .several, .elements: true
        }
    }

    /// Whether an object has at most one key, that of one attribute's value.
    var isOfOneValue: Bool {
        switch kind {
        case .unique, .value, .text: true
        case .uniqueTogether, .uniqueWhere, .elements, .several: false
        }
    }

    /// Whether an object has an entry for each distinct element of its value. Such a tree has no
    /// order of objects.
    package var isOfElements: Bool {
        switch kind {
        case .elements: true
        case .unique, .uniqueTogether, .uniqueWhere, .value, .text, .several: false
        }
    }

    /// The only attribute, or the most significant one.
    var attribute: AttributeSchema { attributes[0] }
    var ordinal: Int { ordinals[0] }

    /// Whether two objects with one key of a unique tree always have the same values.
    var isUniqueExact: Bool {
        kind == .unique && IDKey.isExact(attribute.type)
    }

    /// The identity of the index within its entity. It stays the same when attributes change
    /// places.
    let identity: Identity

    struct Identity: Hashable {
        let attributes: [AttributeID]
        let isUnique: Bool
        var condition: String?
    }

    /// - Parameter identity: One of the schema's ``StoredSchema/trees``.
    init(_ identity: Identity, of schema: StoredSchema, slot: Int) {
        self.identity = identity
        let own = identity.attributes.compactMap { id in
            schema.attributes.firstIndex { $0.id == id }
        }
        attributes = own.map { schema.attributes[$0] }
        // A schema with a condition that cannot be used is refused when it is read.
        condition = identity.condition.flatMap { try? IndexCondition($0, of: schema) }
        ordinals = own + (condition?.ordinals ?? [])
        kind = Kind(attributes, identity)
        self.slot = slot
        let first = attributes[0]
        element = kind == .elements ? ElementRanges.element(of: first) : nil
        isUniqueInOrder = kind == .unique && IDKey.isExact(first.type) && !first.type.hasNaN
        isInOrder =
            switch kind {
            // Objects without a value are not in a unique tree.
            case .unique: isUniqueInOrder && !first.isNullable
            case .value, .text, .several: true
            case .uniqueTogether, .uniqueWhere, .elements: false
            }
    }

    /// The ordinals of the attributes in the entity's schema.
    var keyOrdinals: ArraySlice<Int> { ordinals.prefix(attributes.count) }

    /// Returns the keys that an object with these values has in the tree.
    /// - Parameter values: The values of ``ordinals``.
    func keys(of values: [Value], _ idKey: IDKey) -> EntryKeys {
        switch kind {
        case .elements: .several(ElementKeys.keys(of: values[0]))
        case .unique, .uniqueTogether, .uniqueWhere, .value, .text, .several:
            key(of: values, idKey).map { .one($0) } ?? .none
        }
    }

    /// Returns the keys for one value. Only for an index that ``isOfOneValue``; avoids making an
    /// array.
    func keys(of value: Value, _ idKey: IDKey) -> EntryKeys {
        guard isUnique else { return .one(OrderKey.key(value)) }
        return value.isNull ? .none : .one(idKey(value))
    }

    /// Returns the key of an object in an index of one text, if it can be computed without making a
    /// String; otherwise nil, which does not mean that there is no key.
    /// - Parameter draft: A draft of the layout that belongs to the schema.
    func textKey(of draft: RecordBuilder) -> UInt64? {
        guard kind == .text else { return nil }
        return draft.text(ordinal).flatMap { OrderKey.key(plain: $0) }
    }

    /// Returns the key of a record in an index of one text, under the same conditions.
    func textKey(of found: FoundRecord, _ schema: StoredSchema) -> UInt64? {
        guard kind == .text, let own = found.layout.ordinal(of: ordinal, in: schema),
            !found.layout.isConverted(own)
        else { return nil }
        let slot = found.layout.slots[own]
        if let bit = slot.nullBit, found.record.isNull(at: found.layout.nullPlace(bit)) {
            return nil
        }
        guard slot.type == .string, !found.record.isExternal(slot.place, found.layout) else {
            return nil
        }
        return OrderKey.key(plain: found.record.variable(slot.place, found.layout))
    }

    /// Returns the key that an object with these values has in a tree that is not one of elements;
    /// nil if it has none.
    /// - Parameter values: The values of ``ordinals``.
    func key(of values: [Value], _ idKey: IDKey) -> UInt64? {
        switch kind {
        case .unique, .uniqueTogether: values.contains(where: \.isNull) ? nil : idKey(values)
        case .uniqueWhere: conditionalKey(of: values, idKey)
        case .value, .text, .several, .elements: OrderKey.key(values, of: attributes)
        }
    }

    private func conditionalKey(of values: [Value], _ idKey: IDKey) -> UInt64? {
        let own = values.prefix(attributes.count)
        guard let condition, !own.contains(where: \.isNull),
            condition.holds(for: values[own.endIndex...])
        else { return nil }
        return own.count == 1 ? idKey(own[0]) : idKey(Array(own))
    }

    /// Returns the key of a place in the index's order. No object after the place has a lower key.
    /// - Parameter place: The place, which begins with the values of the index.
    func key(of place: SortKey, _ idKey: IDKey) -> UInt64? {
        key(of: Array(place.values.prefix(attributes.count)), idKey)
    }

    /// Returns the key range of the objects whose first attributes equal some values, in an index
    /// of several attributes.
    /// - Parameter values: The values of the first attributes. For a unique index, they must be
    ///   those of all attributes, and none may be null, because its key is one hash of all values.
    func range(equalTo values: [Value], _ idKey: IDKey) -> KeyRange? {
        switch kind {
        case .unique, .uniqueTogether:
            guard values.count == attributes.count, let key = key(of: values, idKey) else {
                return nil
            }
            return KeyRange(lower: key, upper: key, check: .all)
        // Objects that do not match the condition have no entry.
        case .uniqueWhere: return nil
        case .several, .value, .text, .elements:
            guard !values.isEmpty else { return nil }
            var bytes = OrderBytes()
            for (value, attribute) in zip(values, attributes) { bytes.append(value, of: attribute) }
            return KeyRange(lower: bytes.word, upper: bytes.last, check: .all)
        }
    }

    /// Returns whether an object may occur more than once in these ranges.
    func mayRepeat(in ranges: [KeyRange]) -> Bool {
        isOfElements && (ranges.count > 1 || ranges.contains { $0.lower < $0.upper })
    }

    /// The name shown to users.
    package var name: String {
        attributes.map(\.name).joined(separator: ", ")
            + (identity.condition.map { " where \($0)" } ?? "")
    }
}

extension StoredSchema {
    /// The identities of all trees of the entity except that of its ids.
    var trees: [IndexDefinition.Identity] {
        var trees: [IndexDefinition.Identity] = []
        for (place, attribute) in attributes.enumerated()
        where attribute.isUnique && place != idOrdinal {
            trees.append(IndexDefinition.Identity(attributes: [attribute.id], isUnique: true))
        }
        for index in indexes {
            trees.append(
                IndexDefinition.Identity(
                    attributes: index.attributes, isUnique: index.isUnique,
                    condition: index.condition))
        }
        return trees
    }
}
