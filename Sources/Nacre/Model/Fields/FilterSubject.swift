internal import NacreEngine
internal import NacreFormat

/// The subject of a filter's test: an attribute, or a part of its value. Opaque.
public struct FilterSubject: Sendable {
    private let path: FieldPath
    /// The steps from the attribute inwards.
    private let steps: [Step]
    /// Whether it is in JSON text, where all numbers have one type.
    let isInsideJSON: Bool
    /// The optional embedded struct that contains a required property. The property is nil exactly
    /// if the struct is.
    private var optionalOwner: FieldPath?
    /// Makes the filter that compares a number of objects; nil if the subject is not such a number.
    private var number: (@Sendable (ComparisonOperator, Int64) -> FilterExpression)?
    /// Whether its filter has fields of a closure that has not ended.
    private var isOpen = false
    private let problem: String?
    /// The coding of the attribute's stages, if a predicate names an attribute that has some.
    var staged: (any AnyStagedCoding)?

    /// A step into a value.
    private struct Step {
        let inner: InnerValue
        /// The property, if the step leads to a property of a struct.
        var property: EmbeddedMember?

        /// Returns a test of this part of a value.
        /// - Parameter name: The name of the value.
        func filter(
            of name: String, _ test: FilterExpression
        ) throws -> FilterExpression {
            let part = FilterExpression.inner(name, inner, test)
            guard let property, let defaultValue = property.nestedDefault else { return part }
            // A struct without the property has the default, not nil.
            let isMissing = Self.isMissing(property, in: name)
            let holds = try test.holds(forJSON: defaultValue().jsonText)
            return holds ? .or([isMissing, part]) : .and([.not(isMissing), part])
        }

        /// Returns the filter that matches a struct stored before it had the property. A required
        /// property that was optional when the struct was stored counts as missing if it is nil.
        private static func isMissing(
            _ property: EmbeddedMember, in name: String
        ) -> FilterExpression {
            let element = InnerValue.element
            let isStruct = FilterExpression.inner(
                name, .keys, .comparison(element, .notEqual, .null))
            if case .optional = property.type.kind {
                let isKey = FilterExpression.contains(element, property.name)
                return .and([isStruct, .not(.inner(name, .keys, isKey))])
            }
            return .and([
                isStruct,
                .inner(name, .value(ofKey: property.name), .comparison(element, .equal, .null)),
            ])
        }
    }

    init(_ path: FieldPath, owner: FieldPath? = nil, problem: String?) {
        self.init(path, [], isInsideJSON: false, problem: problem)
        optionalOwner = owner
    }

    /// Makes the subject of a number of other objects.
    /// - Parameters:
    ///   - path: The path of the object that has them, if it is another object.
    ///   - isOpen: Whether the filter has fields of a closure that has not ended.
    ///   - number: Makes the filter that compares the number.
    init(
        behind path: FieldPath, problem: String?, isOpen: Bool = false,
        _ number: @escaping @Sendable (ComparisonOperator, Int64) -> FilterExpression
    ) {
        self.init(path, [], isInsideJSON: false, problem: problem)
        self.number = number
        self.isOpen = isOpen
    }

    private init(
        _ path: FieldPath, _ steps: [Step], isInsideJSON: Bool, problem: String?
    ) {
        self.path = path
        self.steps = steps
        self.isInsideJSON = isInsideJSON
        self.problem = problem
    }

    /// Returns the element of a collection as the subject of a filter of its own.
    /// - Parameter collection: The type of the collection.
    func element(of collection: any AttributeValue.Type) -> FilterSubject {
        FilterSubject(
            FieldPath(name: InnerValue.element), [],
            isInsideJSON: isInsideJSON || KnownTypes.isJSON(collection), problem: nil)
    }

    /// Returns a part of this value.
    /// - Parameters:
    ///   - step: The step to the part.
    ///   - collection: The type of this value.
    ///   - problem: The reason why there is no such part.
    func inner(
        _ step: InnerValue, of collection: any AttributeValue.Type, problem: String? = nil
    ) -> FilterSubject {
        FilterSubject(
            path, steps + [Step(inner: step)],
            isInsideJSON: step != .count && (isInsideJSON || KnownTypes.isJSON(collection)),
            problem: self.problem ?? problem)
    }

    /// Returns a property of this value, an embedded struct in JSON.
    /// - Parameters:
    ///   - member: The path of the property within the struct.
    ///   - type: The type of the struct.
    ///   - problem: The reason why there is no such property.
    func member(
        _ member: FieldPath, of type: any Embedded.Type, problem: String?
    ) -> FilterSubject {
        var step = Step(inner: .value(ofKey: member.name))
        if case .embedded(let members) = type.attributeType.kind {
            step.property = members.first { $0.name == member.name }
        }
        return inJSON(step, problem: problem)
    }

    private func inJSON(_ step: Step, problem: String? = nil) -> FilterSubject {
        FilterSubject(path, steps + [step], isInsideJSON: true, problem: self.problem ?? problem)
    }

    /// Returns a property of this value, an embedded struct, in JSON or not.
    func property(_ member: EmbeddedMember) -> FilterSubject {
        steps.isEmpty && !isInsideJSON
            ? FilterSubject(path.appending(member.name), problem: problem)
            : inJSON(Step(inner: .value(ofKey: member.name), property: member))
    }

    /// The subject that tells if an optional embedded struct is present.
    var owner: FilterSubject {
        optionalOwner.map { FilterSubject($0, problem: problem) } ?? self
    }

    /// The name, for errors.
    var name: String { path.name }

    /// Returns a filter of this subject.
    /// - Parameters:
    ///   - values: The values to compare with.
    ///   - make: Makes the filter from a name and the stored values.
    func filter<Root>(
        _ values: [any SingleValue], _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        filter(storing: { try values.map { try $0.storedValue().value } }, make)
    }

    /// Returns a filter of this subject.
    /// - Parameters:
    ///   - stored: Returns the stored values, or throws if one cannot be stored.
    ///   - make: Makes the filter from a name and the stored values.
    func filter<Root>(
        storing stored: () throws -> [StoredForm],
        _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        if isAttribute { return Filter(attribute: path, stored, make) }
        let test: Filter<Root> = test(stored, make)
        return Filter(test.content, problem: test.problem, in: path.scope, isOpen: isOpen)
    }

    /// Returns the comparison with another attribute.
    func filter<Root>(
        _ comparison: NacreEngine.ComparisonOperator, _ other: FilterSubject
    ) -> Filter<Root> {
        if let problem = problem ?? other.problem { return Filter(.none, problem: problem) }
        guard isAttribute, other.isAttribute else {
            return Filter(
                .none,
                problem: "'\(name)' is compared with '\(other.name)'. Parts of a value can only be"
                    + " compared with constants: fetch the objects, and compare the values then.")
        }
        if path.scope.isSame(as: other.path.scope) {
            return Filter(
                .comparing(path.attributePath, comparison, other.path.attributePath),
                in: path.scope)
        }
        let (one, another) = (path.attributePathOfClosure, other.path.attributePathOfClosure)
        return Filter(.attributes(one, comparison, another), isOpen: true)
    }

    /// Returns the comparison with an attribute of the object outside the closure.
    func filter<Root>(
        _ comparison: NacreEngine.ComparisonOperator, outer other: FilterSubject
    ) -> Filter<Root> {
        let scopes = [path.scope, other.path.scope]
        guard !scopes.contains(where: { $0.object == nil }), !scopes[0].isSame(as: scopes[1]) else {
            return Filter(
                .none,
                problem: "'\(name)' is compared with '\(other.name)' of another entity, and this"
                    + " filter is not inside a filter of such an object.")
        }
        return filter(comparison, other)
    }

    /// Whether it is a plain attribute, as most subjects are.
    var isAttribute: Bool {
        problem == nil && steps.isEmpty && number == nil && !isInsideJSON
    }

    private func test<Root>(
        _ stored: () throws -> [StoredForm],
        _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        if let problem { return Filter(.none, problem: problem) }
        let name = steps.isEmpty && number == nil ? path : FieldPath(name: InnerValue.element)
        let test = Filter<Root>(attribute: name, stored) {
            make($0, isInsideJSON ? $1.map(\.insideJSON) : $1)
        }
        if let number {
            return Filter(
                test.content.ofNumber(number).reached(through: path.references),
                problem: test.problem)
        }
        if steps.isEmpty { return test }
        do {
            var content = test.content
            for (place, step) in steps.enumerated().reversed() {
                content = try step.filter(
                    of: place == 0 ? path.attribute : InnerValue.element, content)
            }
            return Filter(content.reached(through: path.references), problem: test.problem)
        } catch {
            return Filter(
                .none, problem: "A default of '\(path.name)' has no stored form: \(error).")
        }
    }
}

extension FilterSubject {
    /// Returns a filter of this subject with one test for its elements.
    func filter<Root, Member>(_ step: InnerValue, _ test: Filter<Member>) -> Filter<Root> {
        let filter: Filter<Root> = filter([]) { name, _ in .inner(name, step, test.content) }
        return Filter(filter.content, problem: filter.problem ?? test.problem, in: path.scope)
    }

    /// Returns a filter of this subject with a separate test for each of its elements.
    func filter<Root, Member>(elements tests: [Filter<Member>]) -> Filter<Root> {
        let filter: Filter<Root> = filter([]) { name, _ in
            .elements(name, tests.map(\.content))
        }
        let problem = filter.problem ?? tests.lazy.compactMap(\.problem).first
        return Filter(filter.content, problem: problem, in: path.scope)
    }

    /// Matches if the subject is nil.
    func isNil<Root>() -> Filter<Root> {
        filter([]) { name, _ in .comparison(name, .equal, .null) }
    }

    /// Matches if a collection has the given number of elements.
    func hasCount<Root>(_ count: Int, of type: any AttributeValue.Type) -> Filter<Root> {
        inner(.count, of: type).filter([]) { name, _ in
            .comparison(name, .equal, .int(Int64(count)))
        }
    }

    /// Matches if a dictionary has a key, regardless of its value.
    func hasKey<Root>(
        _ name: String, of type: any AttributeValue.Type, problem: String? = nil
    ) -> Filter<Root> {
        inner(.keys, of: type, problem: problem).filter([]) { keys, _ in
            .contains(keys, name)
        }
    }
}

extension AttributeType {
    /// Whether values are stored in JSON text.
    var isJSON: Bool {
        switch kind {
        case .stored(let type, _): type == .json
        case .optional(let wrapped): wrapped.isJSON
        case .embedded: false
        }
    }
}

extension FilterExpression {
    /// Matches if a collection has a text as an element.
    fileprivate static func contains(_ name: String, _ text: String) -> FilterExpression {
        .inner(name, .someElement, .comparison(InnerValue.element, .equal, .string(text)))
    }

    /// Converts tests of a number to tests of the count of objects.
    fileprivate func ofNumber(
        _ number: (ComparisonOperator, Int64) -> FilterExpression
    ) -> FilterExpression {
        func test(_ comparison: ComparisonOperator, _ value: Value) -> FilterExpression {
            guard case .int(let count) = value else { return .none }
            return number(comparison, count)
        }
        switch self {
        case .comparison(_, let comparison, let value): return test(comparison, value)
        case .range(_, let range): return .and(range.comparisons.map(test))
        case .membership(_, let values): return .or(values.map { test(.equal, $0) })
        default: return self
        }
    }
}
