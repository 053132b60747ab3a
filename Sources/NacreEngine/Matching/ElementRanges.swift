internal import NacreFormat

/// Maps tests of a collection's elements to ranges of keys in an index of its elements. Each test
/// is mapped separately, since two tests may hold for different elements.
struct ElementRanges {
    private let attribute: AttributeSchema
    /// The key ranges of one element.
    private let keys: KeyRanges
    private let isJSON: Bool

    /// - Parameter element: An element of the attribute, as ``element(of:)`` returns it.
    init(
        _ attribute: AttributeSchema, _ element: AttributeSchema, idKey: IDKey, valuesMax: Int
    ) {
        self.attribute = attribute
        isJSON = attribute.type == .json
        keys = KeyRanges(
            attribute: element, isUnique: false, idKey: idKey, valuesMax: valuesMax)
    }

    /// Returns an element of a collection as an attribute whose keys the index has. In JSON, only
    /// texts have an order in the index.
    static func element(of attribute: AttributeSchema) -> AttributeSchema {
        AttributeSchema(
            id: attribute.id, name: InnerValue.element,
            type: attribute.type == .json ? .string : attribute.type.elementType, isNullable: true)
    }

    /// Returns the key ranges of a condition.
    /// - Returns: nil if the index cannot answer the condition. Ranges do not overlap, but an
    ///   object may be in several, and more than once in each.
    func ranges(of filter: FilterExpression) -> [KeyRange]? {
        switch filter {
        case .inner(attribute.name, .someElement, let test): asked(ranges(ofElement: test))
        case .among(attribute.name, let set) where !set.isComplement && set.quantifier == .any:
            asked(ranges(ofElement: .membership(InnerValue.element, set.ids)))
        default: nil
        }
    }

    /// Marks the ranges as uncertain for JSON, whose types may share keys.
    private func asked(_ ranges: [KeyRange]?) -> [KeyRange]? {
        isJSON ? ranges?.map { KeyRange(lower: $0.lower, upper: $0.upper, check: .all) } : ranges
    }

    private func ranges(ofElement test: FilterExpression) -> [KeyRange]? {
        switch test {
        case .none: return []
        case .and(let parts): return intersection(parts)
        case .or(let parts):
            var all: [KeyRange] = []
            for part in parts {
                guard let ranges = ranges(ofElement: part) else { return nil }
                all += ranges
            }
            return all.merged
        case .membership(_, let values) where isJSON:
            guard values.count <= keys.valuesMax else { return nil }
            return ranges(
                ofElement: .or(values.map { .comparison(InnerValue.element, .equal, $0) }))
        case .comparison(_, .equal, let value) where isJSON:
            return number(value).map { [KeyRange(lower: $0, upper: $0)] } ?? keys.ranges(of: test)
        default: return keys.ranges(of: test)
        }
    }

    /// Returns the ranges of an element for which all parts hold.
    private func intersection(_ parts: [FilterExpression]) -> [KeyRange]? {
        let known = parts.map { ranges(ofElement: $0) }
        guard let first = known.compactMap({ $0 }).first else { return nil }
        let left = known.compactMap { $0 }.dropFirst().reduce(first) { $0.intersection($1) }
        guard known.contains(nil) else { return left }
        return left.map { KeyRange(lower: $0.lower, upper: $0.upper, check: .all) }
    }

    /// Returns the key of a number in JSON. Infinities and NaN are texts there.
    private func number(_ value: Value) -> UInt64? {
        guard let number = JSONNumber(value), number.double.isFinite else { return nil }
        return ElementKeys.number(number)
    }
}
