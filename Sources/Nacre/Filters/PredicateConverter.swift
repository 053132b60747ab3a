internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// Foundation has types of names that are ours, too.
typealias EngineFilter = NacreEngine.Filter
/// The same.
typealias Comparison = NacreEngine.ComparisonOperator

/// From the expressions of Foundation's predicates to filters. What an expression is, it says
/// itself: ``PredicateTest`` and ``PredicateSubject``.
final class PredicateConverter {
    /// An expression that no filter corresponds to; the end of a sentence.
    struct Unsupported: Error {
        let reason: String
    }

    private let entity: String
    private let attributes: [AnyAttribute]
    private let object: PredicateExpressions.VariableID
    /// What the variables of closures inside of the predicate stand for, and how many elements deep
    /// each was named.
    private var variables: [PredicateExpressions.VariableID: (subject: FilterSubject, depth: Int)] =
        [:]
    /// In how many tests of elements, one inside of the other, the conversion is.
    private var depth = 0

    init<Root: Entity>(_ root: Root.Type, _ object: PredicateExpressions.VariableID) {
        entity = Root.entityName
        attributes = Root.schema.attributes
        self.object = object
    }

    // Tests

    func filter(_ expression: some PredicateExpression<Bool>) throws -> EngineFilter {
        if let holds = constant(expression) { return holds ? .all : .none }
        if let test = expression as? any PredicateTest { return try test.filter(by: self) }
        return try compare(expression, .equal, true) { $0 == true }
    }

    /// A comparison of two expressions: of an attribute with a value, or with another attribute.
    /// - Parameter holds: what it says of two values.
    func compare<Left: PredicateExpression, Right: PredicateExpression>(
        _ left: Left, _ comparison: Comparison, _ right: Right,
        _ holds: @escaping (Left.Output, Left.Output) -> Bool
    ) throws -> EngineFilter where Left.Output == Right.Output {
        if let value = constant(right) {
            return try compare(left, comparison, value) { holds($0, value) }
        }
        if let value = constant(left) {
            return try compare(right, comparison.mirrored, value) { holds(value, $0) }
        }
        guard Left.Output.self is any SingleValue.Type else {
            throw Unsupported(reason: "it compares two attributes that have several values")
        }
        let (one, other) = (try subject(left), try subject(right))
        guard one.isAttribute, other.isAttribute else {
            throw Unsupported(
                reason: "it compares what stands inside of a value with something else that an"
                    + " object has")
        }
        let filter: Filter<Never> = one.filter(comparison, other)
        return try filter.scoped.checked()
    }

    private func compare<Tested: PredicateExpression>(
        _ expression: Tested, _ comparison: Comparison, _ value: Tested.Output,
        _ holds: @escaping (Tested.Output) -> Bool
    ) throws -> EngineFilter {
        if let defaulted = expression as? any DefaultedExpression {
            return try defaulted.filter(comparison, value, by: self) { other in
                (other as? Tested.Output).map(holds) ?? false
            }
        }
        if let test = expression as? any PredicateTest {
            // A test inside of a test: `($0.name.contains("a")) == true`.
            let filter = try test.filter(by: self)
            guard let value = value as? Bool, !comparison.isOrder else { throw unsupported(test) }
            return value == (comparison == .equal) ? filter : .not(filter)
        }
        return try self.comparison(of: subject(expression), comparison, value)
    }

    /// A comparison of an attribute, or of what stands inside of it, with a value.
    func comparison(
        of subject: FilterSubject, _ comparison: Comparison, _ value: Any
    ) throws -> EngineFilter {
        if !comparison.isOrder, Self.whole(value) != nil {
            let isEqual = try equality(of: subject, value)
            return comparison == .equal ? isEqual : .not(isEqual)
        }
        return try filter(of: subject, [value]) { .comparison($0, comparison, $1[0]) }
    }

    /// Whether an attribute, or what stands inside of it, is one of some values.
    func membership(of subject: FilterSubject, _ values: [Any]) throws -> EngineFilter {
        if values.contains(where: { Self.whole($0) != nil }) {
            return .or(try values.map { try equality(of: subject, $0) })
        }
        return try filter(of: subject, values) { .membership($0, $1) }
    }

    /// Whether an attribute, or what stands inside of it, equals a value.
    func equality(of subject: FilterSubject, _ value: Any) throws -> EngineFilter {
        guard let whole = Self.whole(value) else {
            return try filter(of: subject, [value]) { .comparison($0, .equal, $1[0]) }
        }
        let filter: Filter<Never> = subject.equality(to: whole)
        return try filter.scoped.checked()
    }

    /// A value that is stored as more than one.
    private static func whole(_ value: Any) -> (any WholeValue)? {
        value is any SingleValue ? nil : value as? any WholeValue
    }

    /// A filter of an attribute, or of what stands inside of it.
    func filter(
        of subject: FilterSubject, _ values: [Any],
        _ make: (String, [StoredForm]) -> EngineFilter
    ) throws -> EngineFilter {
        let stored = try values.map { try Self.stored($0) }
        let filter: Filter<Never> = subject.filter(storing: { stored }, make)
        return try filter.scoped.checked()
    }

    // Subjects

    func subject(_ expression: some PredicateExpression) throws -> FilterSubject {
        guard let subject = expression as? any PredicateSubject else {
            throw unsupported(expression)
        }
        return try subject.subject(by: self)
    }

    func subject(of variable: PredicateExpressions.VariableID) throws -> FilterSubject {
        guard let known = variables[variable] else {
            throw Unsupported(reason: "it compares whole objects")
        }
        try checkIsInside(known.depth)
        return known.subject
    }

    /// Inside of a test of an element nothing else has a name.
    private func checkIsInside(_ known: Int) throws {
        guard known == depth else {
            throw Unsupported(reason: "a test of an element asks something outside of that element")
        }
    }

    /// Whether an expression is the object itself.
    func isObject(_ expression: some PredicateExpression) -> Bool {
        (expression as? any VariableExpression)?.key == object
    }

    func attribute(_ path: AnyKeyPath) throws -> FilterSubject {
        try checkIsInside(0)
        guard let attribute = attributes.first(where: { $0.path as AnyKeyPath == path }) else {
            throw Unsupported(reason: "'\(entity)' has no attribute for \(path)")
        }
        guard attribute.stages.isEmpty else {
            throw Unsupported(reason: "'\(attribute.name)' has stages")
        }
        return FilterSubject(FieldPath().appending(attribute.name), problem: nil)
    }

    /// Runs `body` while a variable stands for something.
    /// - Parameter isElement: whether it is the element of a collection.
    func with<Result>(
        _ variable: PredicateExpressions.VariableID, as subject: FilterSubject,
        isElement: Bool = false, _ body: () throws -> Result
    ) rethrows -> Result {
        if isElement { depth += 1 }
        variables[variable] = (subject, depth)
        defer {
            variables[variable] = nil
            if isElement { depth -= 1 }
        }
        return try body()
    }

    // Values

    /// What an expression gives without an object; nil if it needs one.
    func constant<Tested: PredicateExpression>(_ expression: Tested) -> Tested.Output? {
        try? expression.evaluate(PredicateBindings())
    }

    private static func stored(_ value: Any) throws -> StoredForm {
        if let optional = value as? any OptionalValue {
            guard let wrapped = optional.wrappedValue else { return .null }
            return try stored(wrapped)
        }
        guard let single = value as? any SingleValue else {
            throw Unsupported(reason: "a value of type \(type(of: value)) cannot be stored")
        }
        return try single.storedValue().value
    }

    func unsupported(_ expression: Any) -> Unsupported {
        let name = "\(type(of: expression))".prefix { $0 != "<" }
        return Unsupported(reason: "nothing corresponds to \(name)")
    }
}

/// Looks into an optional whose type is not known.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self }
}

extension NacreEngine.ComparisonOperator {
    /// The operator for exchanged sides.
    fileprivate var mirrored: Self {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}
