internal import NacreFormat

/// An interest by the numbers of one catalog: where a commit looks it up.
struct BoundInterest: Sendable {
    /// The place at which a commit finds the interest.
    enum Place: Sendable {
        /// Each commit.
        case everything
        /// Each change of an object of the entity.
        case entity
        /// Each object of the entity that comes or goes, and changes of some attributes.
        case attributes
        /// Changes of objects whose value of an attribute has, or had, a key in one of the ranges.
        case ranges(ordinal: Int, [KeyRange])
    }

    let entity: EntityNumber
    let place: Place
    /// The ordinals of the attributes that the result depends on, that of the id among them; nil
    /// for all.
    let ordinals: [Int]?

    /// The maximum number of ranges of one interest. Ranges that are close to each other are
    /// joined until there are no more.
    static let rangesMax = 16
    /// The maximum number of values in a list that ranges are made of.
    private static let valuesMax = 1024

    /// The interest in all changes of all entities.
    static let everything = BoundInterest(
        entity: .externalValue, place: .everything, ordinals: nil)

    private init(entity: EntityNumber, place: Place, ordinals: [Int]?) {
        self.entity = entity
        self.place = place
        self.ordinals = ordinals
    }

    /// Binds an interest. If it does not fit the catalog, it becomes one in everything, and its
    /// owner meets the error.
    init(_ interest: Interest, in catalog: Catalog, _ idKey: IDKey) {
        guard !interest.isOfAllEntities, let schema = catalog[interest.entity]?.schema,
            let bound = try? BoundFilter(
                interest.filter, schema: schema, entities: catalog.finder)
        else {
            self = .everything
            return
        }
        entity = schema.number
        let names = interest.attributes
        let found = names?.compactMap(schema.ordinal(of:)) ?? []
        let isWhole = names.map { $0.count != found.count } ?? true
        ordinals = isWhole ? nil : Array(Set(found).union([schema.idOrdinal]))
        if let (ordinal, ranges) = Self.narrowest(bound.filter.conjuncts, schema, idKey) {
            place = .ranges(ordinal: ordinal, ranges.joined(atMost: Self.rangesMax))
        } else {
            place = isWhole ? .entity : .attributes
        }
    }

    /// Returns the attribute whose conditions leave the fewest keys; nil if no condition of one
    /// attribute does.
    private static func narrowest(
        _ conditions: [FilterExpression], _ schema: StoredSchema, _ idKey: IDKey
    ) -> (ordinal: Int, ranges: [KeyRange])? {
        var best: (ordinal: Int, ranges: [KeyRange], width: Double)?
        for (ordinal, attribute) in schema.attributes.enumerated()
        where attribute.type.hasDistinctKeys {
            let keys = KeyRanges(
                attribute: attribute, isUnique: false, idKey: idKey, valuesMax: valuesMax)
            guard let (ranges, _, _) = keys.narrowing(conditions) else { continue }
            let width = ranges.reduce(0) { $0 + Double($1.upper - $1.lower) + 1 }
            // Of ranges with as many keys, those of ids have the fewest objects.
            let least = best?.width ?? .infinity
            if width < least || width == least && ordinal == schema.idOrdinal {
                best = (ordinal, ranges, width)
            }
        }
        return best.map { ($0.ordinal, $0.ranges) }
    }
}

extension StoredType {
    /// Whether the keys of values tell most of them apart.
    fileprivate var hasDistinctKeys: Bool {
        switch self {
        case .scalar(let scalar): scalar != .bool
        case .string, .data: true
        case .json, .array: false
        }
    }
}

extension [KeyRange] {
    /// Returns ranges that contain these, in ascending order and without overlaps. The smallest
    /// gaps between them are closed, until there are no more ranges than `limit`.
    fileprivate func joined(atMost limit: Int) -> [KeyRange] {
        let ranges = merged
        guard ranges.count > limit else { return ranges }
        let gaps = zip(ranges, ranges.dropFirst()).map { $1.lower - $0.upper }
        let kept = gaps.indices.sorted { gaps[$0] > gaps[$1] }.prefix(limit - 1).sorted()
        var joined: [KeyRange] = []
        var first = 0
        for last in kept + [ranges.count - 1] {
            joined.append(KeyRange(lower: ranges[first].lower, upper: ranges[last].upper))
            first = last + 1
        }
        return joined
    }
}
