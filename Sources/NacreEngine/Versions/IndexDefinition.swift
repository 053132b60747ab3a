package import NacreFormat

/// A tree of an entity besides that of its ids: which attributes its keys are made of, and how.
/// Immutable; an object, because planning passes it on a lot.
package final class IndexDefinition: Sendable {
    /// The most important first.
    package let attributes: [AttributeSchema]
    /// The attributes', in the entity's schema.
    package let ordinals: [Int]
    /// Whether no two objects have the same values. Such a tree has the keys of ids, in no order
    /// that means anything, and no entries for objects in which one is null; the others have
    /// ``OrderKey``s, also for null.
    package let isUnique: Bool
    /// The index of the tree in a version's trees.
    let slot: Int
    /// Whether an object has one key at most, that of one attribute's value.
    let isOfOneValue: Bool
    /// Whether the keys of ids or of a unique attribute are in the order of the values.
    let isUniqueInOrder: Bool
    /// Whether all objects stand in the tree in the order of their values.
    let isInOrder: Bool
    /// Whether that value is a text, and the keys are in its order.
    private let isOfText: Bool

    /// The only one, or the most important.
    var attribute: AttributeSchema { attributes[0] }
    var ordinal: Int { ordinals[0] }

    /// Whether objects that have one key of a unique tree have the same values.
    var isUniqueExact: Bool {
        isUnique && attributes.count == 1 && IDKey.isExact(attribute.type)
    }

    /// Whether an object has an entry for each of its value's different elements. Such a tree is in
    /// no order of objects.
    package var isOfElements: Bool {
        switch attribute.type {
        case .json, .array: !isUnique && attributes.count == 1
        default: false
        }
    }

    /// What tells the index from the others of its entity, also when attributes change places.
    var identity: Identity { Identity(attributes: attributes.map(\.id), isUnique: isUnique) }

    struct Identity: Hashable {
        let attributes: [AttributeID]
        let isUnique: Bool
    }

    /// - Parameter identity: one of the schema's.
    init(_ identity: Identity, of schema: EntitySchema, slot: Int) {
        ordinals = identity.attributes.compactMap { id in
            schema.attributes.firstIndex { $0.id == id }
        }
        attributes = ordinals.map { schema.attributes[$0] }
        isUnique = identity.isUnique
        let isAlone = attributes.count == 1
        isOfText = isAlone && !isUnique && attributes[0].type == .string
        switch attributes[0].type {
        case .scalar, .string, .data: isOfOneValue = isAlone
        case .json, .array: isOfOneValue = isAlone && isUnique
        }
        self.slot = slot
        isUniqueInOrder =
            isUnique && isAlone && IDKey.isExact(attributes[0].type) && !attributes[0].type.hasNaN
        // Those without a value are not in a tree of unique ones.
        isInOrder =
            isUnique ? isUniqueInOrder && !attributes[0].isNullable : isOfOneValue || !isAlone
    }

    /// The keys that an object with these values has in the tree.
    /// - Parameter values: of ``ordinals``.
    func keys(of values: [Value], _ idKey: IDKey) -> EntryKeys {
        if isOfElements { return .several(ElementKeys.keys(of: values[0])) }
        return key(of: values, idKey).map { .one($0) } ?? .none
    }

    /// The same for an index ``isOfOneValue``, with no array made for it.
    func keys(of value: Value, _ idKey: IDKey) -> EntryKeys {
        guard isUnique else { return .one(OrderKey.key(value)) }
        return value.isNull ? .none : .one(idKey(value))
    }

    /// The key of an object in an index of one text, where it is known without a String. Nil says
    /// nothing.
    /// - Parameter draft: of the layout that goes with the schema.
    func textKey(of draft: RecordBuilder) -> UInt64? {
        guard isOfText else { return nil }
        return draft.text(ordinal).flatMap { OrderKey.key(plain: $0) }
    }

    /// The same of a record.
    func textKey(of found: FoundRecord, _ schema: EntitySchema) -> UInt64? {
        guard isOfText, let own = found.layout.ordinal(of: ordinal, in: schema),
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

    /// The key that an object with these values has in a tree that is not one of elements; nil if
    /// it has none.
    /// - Parameter values: of ``ordinals``.
    func key(of values: [Value], _ idKey: IDKey) -> UInt64? {
        guard isUnique else { return OrderKey.key(values, of: attributes) }
        return values.contains(where: \.isNull) ? nil : idKey(values)
    }

    /// The key of a place in the order that the index has: what comes behind the place has no key
    /// before it.
    /// - Parameter place: with the values of the index first.
    func key(of place: SortKey, _ idKey: IDKey) -> UInt64? {
        key(of: Array(place.values.prefix(attributes.count)), idKey)
    }

    /// Where objects stand whose first attributes equal something, in an index of several.
    /// - Parameter values: of the first attributes; of all of them, and none of them null, where
    ///   they are unique, since one hash is of all.
    func range(equalTo values: [Value], _ idKey: IDKey) -> KeyRange? {
        if isUnique {
            guard values.count == attributes.count, let key = key(of: values, idKey) else {
                return nil
            }
            return KeyRange(lower: key, upper: key, check: .all)
        }
        guard !values.isEmpty else { return nil }
        var bytes = OrderBytes()
        for (value, attribute) in zip(values, attributes) { bytes.append(value, of: attribute) }
        return KeyRange(lower: bytes.word, upper: bytes.last, check: .all)
    }

    /// Whether an object may stand in these ranges more than once.
    func mayRepeat(in ranges: [KeyRange]) -> Bool {
        isOfElements && (ranges.count > 1 || ranges.contains { $0.lower < $0.upper })
    }

    /// The name that people know it by.
    package var name: String { attributes.map(\.name).joined(separator: ", ") }
}

extension EntitySchema {
    /// All trees of the entity but that of its ids.
    var trees: [IndexDefinition.Identity] {
        var trees: [IndexDefinition.Identity] = []
        for (place, attribute) in attributes.enumerated()
        where attribute.isUnique && place != idOrdinal {
            trees.append(IndexDefinition.Identity(attributes: [attribute.id], isUnique: true))
        }
        for index in indexes {
            trees.append(
                IndexDefinition.Identity(attributes: index.attributes, isUnique: index.isUnique))
        }
        return trees
    }
}
