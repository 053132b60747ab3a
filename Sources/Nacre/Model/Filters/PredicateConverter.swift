internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// An alias, because Foundation has types of similar names.
typealias Comparison = NacreEngine.ComparisonOperator

/// Converts the expressions of Foundation's predicates to filters. The expressions convert
/// themselves, as ``FilterConvertible`` or ``PredicateSubject``.
final class PredicateConverter {
    /// An expression that has no equivalent filter. The reason is the end of a sentence.
    struct Unsupported: Error {
        let reason: String
    }

    private let entity: String
    private let attributeAt: (AnyKeyPath) -> AnyAttribute?
    private let object: PredicateExpressions.VariableID
    /// The subjects of the variables of closures inside the predicate, each with the `depth` at
    /// which the variable was introduced.
    private var variables: [PredicateExpressions.VariableID: (subject: FilterSubject, depth: Int)] =
        [:]
    /// The number of nested tests of elements around the current expression.
    private var depth = 0

    init<Root: Entity>(_ root: Root.Type, _ object: PredicateExpressions.VariableID) {
        entity = Root.entityName
        attributeAt = Root.attribute(at:)
        self.object = object
    }

    // Tests

    func filter(_ expression: some PredicateExpression<Bool>) throws -> FilterExpression {
        if let holds = constant(expression) { return holds ? .all : .none }
        if let test = expression as? any FilterConvertible { return try test.filter(by: self) }
        return try compare(expression, .equal, true) { $0 == true }
    }

    /// Converts a comparison of two expressions: of an attribute with a value, or with another
    /// attribute.
    /// - Parameter holds: Compares two values.
    func compare<Left: PredicateExpression, Right: PredicateExpression>(
        _ left: Left, _ comparison: Comparison, _ right: Right,
        _ holds: @escaping (Left.Output, Left.Output) -> Bool
    ) throws -> FilterExpression where Left.Output == Right.Output {
        if let value = constant(right) {
            return try compare(left, comparison, value) { holds($0, value) }
        }
        if let value = constant(left) {
            return try compare(right, comparison.mirrored, value) { holds(value, $0) }
        }
        let (one, other) = (try subject(left), try subject(right))
        guard Left.Output.self is any SingleValue.Type || one.staged != nil else {
            throw Unsupported(reason: "it compares two attributes that have several values")
        }
        guard one.isAttribute, other.isAttribute else {
            throw Unsupported(
                reason: "it compares a part of a value with something else that an object has")
        }
        let filter: Filter<Never> = one.filter(comparison, other)
        return try filter.scoped.checked()
    }

    private func compare<Tested: PredicateExpression>(
        _ expression: Tested, _ comparison: Comparison, _ value: Tested.Output,
        _ holds: @escaping (Tested.Output) -> Bool
    ) throws -> FilterExpression {
        if let defaulted = expression as? any DefaultedExpression {
            return try defaulted.filter(comparison, value, by: self) { other in
                (other as? Tested.Output).map(holds) ?? false
            }
        }
        if let test = expression as? any FilterConvertible {
            // A test inside a test: `($0.name.contains("a")) == true`.
            let filter = try test.filter(by: self)
            guard let value = value as? Bool, !comparison.isOrder else { throw unsupported(test) }
            return value == (comparison == .equal) ? filter : .not(filter)
        }
        return try self.comparison(of: subject(expression), comparison, value)
    }

    /// Returns a comparison of an attribute, or of a part of its value, with a value.
    func comparison(
        of subject: FilterSubject, _ comparison: Comparison, _ value: Any
    ) throws -> FilterExpression {
        if let staged = subject.staged { return try staged.comparison(comparison, value) }
        if !comparison.isOrder, Self.whole(value) != nil {
            let isEqual = try equality(of: subject, value)
            return comparison == .equal ? isEqual : .not(isEqual)
        }
        return try filter(of: subject, [value]) { .comparison($0, comparison, $1[0]) }
    }

    /// Returns a test that an attribute, or a part of its value, is one of several values.
    func membership(of subject: FilterSubject, _ values: [Any]) throws -> FilterExpression {
        if subject.staged != nil || values.contains(where: { Self.whole($0) != nil }) {
            return .or(try values.map { try equality(of: subject, $0) })
        }
        return try filter(of: subject, values) { .membership($0, $1) }
    }

    /// Returns a test that an attribute, or a part of its value, equals a value.
    func equality(of subject: FilterSubject, _ value: Any) throws -> FilterExpression {
        if let staged = subject.staged { return try staged.comparison(.equal, value) }
        guard let whole = Self.whole(value) else {
            return try filter(of: subject, [value]) { .comparison($0, .equal, $1[0]) }
        }
        let filter: Filter<Never> = subject.equality(to: whole)
        return try filter.scoped.checked()
    }

    /// Returns the value if it is stored as more than one value.
    private static func whole(_ value: Any) -> (any WholeValue)? {
        value is any SingleValue ? nil : value as? any WholeValue
    }

    /// Returns a filter of an attribute, or of a part of its value.
    func filter(
        of subject: FilterSubject, _ values: [Any],
        _ make: (String, [StoredForm]) -> FilterExpression
    ) throws -> FilterExpression {
        guard subject.staged == nil || values.isEmpty else { throw staged(subject) }
        let stored = try values.map { try Self.stored($0) }
        let filter: Filter<Never> = subject.filter(storing: { stored }, make)
        return try filter.scoped.checked()
    }

    private func staged(_ subject: FilterSubject) -> Unsupported {
        Unsupported(reason: "'\(subject.name)' has stages that this test does not go through")
    }

    // Subjects

    /// Returns a subject whose parts can be tested.
    func whole(_ expression: some PredicateExpression) throws -> FilterSubject {
        let subject = try subject(expression)
        guard subject.staged == nil else { throw staged(subject) }
        return subject
    }

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

    /// Checks that a variable can be used here: inside a test of an element, only that element can.
    private func checkIsInside(_ known: Int) throws {
        guard known == depth else {
            throw Unsupported(reason: "a test of an element uses something outside of that element")
        }
    }

    /// Whether an expression is the object itself.
    func isObject(_ expression: some PredicateExpression) -> Bool {
        (expression as? any VariableExpression)?.key == object
    }

    func attribute(_ path: AnyKeyPath) throws -> FilterSubject {
        try checkIsInside(0)
        guard let attribute = attributeAt(path) else {
            throw Unsupported(reason: "'\(entity)' has no attribute for \(path)")
        }
        var subject = FilterSubject(FieldPath().appending(attribute.name), problem: nil)
        subject.staged = attribute.staged?(FieldPath().appending(attribute.name))
        return subject
    }

    /// Runs `body` with a variable bound to a subject.
    /// - Parameter isElement: Whether the subject is the element of a collection.
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

    /// Returns the value of an expression that needs no object, or nil if it needs one.
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

extension NacreEngine.ComparisonOperator {
    /// The operator for swapped operands.
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
