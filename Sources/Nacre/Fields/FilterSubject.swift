internal import NacreEngine
internal import NacreFormat

/// What a filter tests: an attribute, and what inside of its value. Opaque.
public struct FilterSubject: Sendable {
    private let path: FieldPath
    /// From the attribute inwards.
    private let steps: [InnerValue]
    /// Whether it stands in JSON text, where numbers have one type.
    private let isInsideJSON: Bool
    /// The objects whose number it is, if it is one.
    private var referrers: Referrers?
    private let problem: String?

    init(_ path: FieldPath, problem: String?) {
        self.init(path, [], isInsideJSON: false, problem: problem)
    }

    /// How many objects refer to an object.
    /// - Parameter path: of the object, if it is another one.
    init(countOf referrers: Referrers, behind path: FieldPath, problem: String?) {
        self.init(path, [], isInsideJSON: false, problem: problem)
        self.referrers = referrers
    }

    private init(
        _ path: FieldPath, _ steps: [InnerValue], isInsideJSON: Bool, problem: String?
    ) {
        self.path = path
        self.steps = steps
        self.isInsideJSON = isInsideJSON
        self.problem = problem
    }

    /// The element of a collection, in a filter of its own.
    /// - Parameter collection: the type of the collection.
    func element(of collection: any AttributeValue.Type) -> FilterSubject {
        FilterSubject(
            FieldPath(name: InnerValue.element), [],
            isInsideJSON: isInsideJSON || collection.attributeType.isJSON, problem: nil)
    }

    /// What stands inside of this.
    /// - Parameters:
    ///   - step: what of it.
    ///   - collection: the type of this.
    ///   - problem: why there is none.
    func inner(
        _ step: InnerValue, of collection: any AttributeValue.Type, problem: String? = nil
    ) -> FilterSubject {
        FilterSubject(
            path, steps + [step],
            isInsideJSON: step != .count && (isInsideJSON || collection.attributeType.isJSON),
            problem: self.problem ?? problem)
    }

    /// A filter of this.
    /// - Parameters:
    ///   - values: to compare with.
    ///   - make: the filter of a name and the values as they are stored.
    func filter<Root>(
        _ values: [any SingleValue], _ make: (String, [StoredForm]) -> NacreEngine.Filter
    ) -> Filter<Root> {
        filter(storing: { try values.map { try $0.storedValue() } }, make)
    }

    /// - Parameter stored: gives the values, or throws because one cannot be stored.
    func filter<Root>(
        storing stored: () throws -> [StoredValue],
        _ make: (String, [StoredForm]) -> NacreEngine.Filter
    ) -> Filter<Root> {
        if let problem { return Filter(.none, problem: problem) }
        let isAttribute = steps.isEmpty && referrers == nil
        let name = isAttribute ? path : FieldPath(name: InnerValue.element)
        let test = Filter<Root>(attribute: name, stored) {
            make($0, isInsideJSON ? $1.map(\.insideJSON) : $1)
        }
        if let referrers {
            return Filter(
                test.content.ofCount(referrers).reached(through: path.references),
                problem: test.problem)
        }
        if steps.isEmpty { return test }
        let content = steps.indices.reversed().reduce(test.content) { content, index in
            .inner(index == 0 ? path.attribute : InnerValue.element, steps[index], content)
        }
        return Filter(content.reached(through: path.references), problem: test.problem)
    }
}

extension FilterSubject {
    /// A filter of this by a test of its elements.
    func filter<Root, Member>(_ step: InnerValue, _ test: Filter<Member>) -> Filter<Root> {
        let filter: Filter<Root> = filter([]) { name, _ in .inner(name, step, test.content) }
        return Filter(filter.content, problem: filter.problem ?? test.problem)
    }
}

extension AttributeType {
    /// Whether values stand in JSON text.
    fileprivate var isJSON: Bool {
        switch kind {
        case .stored(let type, _): type == .json
        case .optional(let wrapped): wrapped.isJSON
        case .embedded: false
        }
    }
}

extension NacreEngine.Filter {
    /// What tests of a number say of how many objects refer to an object.
    fileprivate func ofCount(_ referrers: Referrers) -> NacreEngine.Filter {
        func test(_ comparison: ComparisonOperator, _ value: Value) -> NacreEngine.Filter {
            guard case .int(let count) = value else { return .none }
            return .referrers(referrers, .count(comparison, count))
        }
        switch self {
        case .comparison(_, let comparison, let value): return test(comparison, value)
        case .range(_, let range): return .and(range.comparisons.map(test))
        case .membership(_, let values): return .or(values.map { test(.equal, $0) })
        default: return self
        }
    }
}
