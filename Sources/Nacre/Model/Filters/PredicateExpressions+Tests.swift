internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// An expression that is a filter.
protocol FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression
}

extension PredicateExpressions.Conjunction: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        try converter.filter(lhs) && converter.filter(rhs)
    }
}

extension PredicateExpressions.Disjunction: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        try converter.filter(lhs) || converter.filter(rhs)
    }
}

extension PredicateExpressions.Negation: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        .not(try converter.filter(wrapped))
    }
}

extension PredicateExpressions.Equal: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        try converter.compare(lhs, .equal, rhs, ==)
    }
}

extension PredicateExpressions.NotEqual: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        try converter.compare(lhs, .notEqual, rhs, !=)
    }
}

extension PredicateExpressions.Comparison: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        if op == .lessThan { return try converter.compare(lhs, .less, rhs, <) }
        if op == .lessThanOrEqual { return try converter.compare(lhs, .lessOrEqual, rhs, <=) }
        if op == .greaterThan { return try converter.compare(lhs, .greater, rhs, >) }
        if op == .greaterThanOrEqual {
            return try converter.compare(lhs, .greaterOrEqual, rhs, >=)
        }
        throw converter.unsupported(self)
    }
}

extension PredicateExpressions.RangeExpressionContains: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        guard let range = converter.constant(range) else { throw converter.unsupported(self) }
        typealias Bound = Element.Output
        let (bounds, make): ([Bound], ([StoredForm]) -> FilterRange)
        switch range {
        case let range as ClosedRange<Bound>:
            (bounds, make) = ([range.lowerBound, range.upperBound], { .closed($0[0], $0[1]) })
        case let range as Range<Bound>:
            (bounds, make) = ([range.lowerBound, range.upperBound], { .halfOpen($0[0], $0[1]) })
        case let range as PartialRangeFrom<Bound>:
            (bounds, make) = ([range.lowerBound], { .from($0[0]) })
        case let range as PartialRangeThrough<Bound>:
            (bounds, make) = ([range.upperBound], { .through($0[0]) })
        case let range as PartialRangeUpTo<Bound>:
            (bounds, make) = ([range.upperBound], { .upTo($0[0]) })
        default: throw converter.unsupported(self)
        }
        let subject = try converter.subject(element)
        if let staged = subject.staged { return try staged.range(bounds, make) }
        return try converter.filter(of: subject, bounds) { .range($0, make($1)) }
    }
}

extension PredicateExpressions.SequenceContains: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        if let values = converter.constant(sequence) {
            return try converter.membership(of: converter.subject(element), Array(values))
        }
        guard let value = converter.constant(element) else { throw converter.unsupported(self) }
        let collection = try converter.collection(sequence)
        let test = try converter.equality(of: collection.element, value)
        return try converter.filter(of: collection.subject, []) { name, _ in
            .inner(name, .someElement, test)
        }
    }
}

extension PredicateExpressions.SequenceContainsWhere: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        try converter.elements(.someElement, of: sequence, variable.key, test)
    }
}

extension PredicateExpressions.SequenceAllSatisfy: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        try converter.elements(.everyElement, of: sequence, variable.key, test)
    }
}

// Texts

extension PredicateExpressions.CollectionContainsCollection: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        try converter.text(.contains, of: base, converter.constant(other), in: self)
    }
}

extension PredicateExpressions.SequenceStartsWith: FilterConvertible {
    func filter(by converter: PredicateConverter) throws -> FilterExpression {
        try converter.text(.hasPrefix, of: base, converter.constant(prefix), in: self)
    }
}

extension PredicateConverter {
    fileprivate func text(
        _ method: TextCondition.Method, of expression: some PredicateExpression, _ other: Any?,
        in whole: Any
    ) throws -> FilterExpression {
        guard let other = other as? String else { throw unsupported(whole) }
        let subject = try subject(expression)
        if let staged = subject.staged { return try staged.text(method, other) }
        return try filter(of: subject, []) { name, _ in
            .text(name, TextCondition(method, other))
        }
    }

    fileprivate func collection<Elements: PredicateExpression>(
        _ expression: Elements
    ) throws -> (subject: FilterSubject, element: FilterSubject) {
        guard let type = Elements.Output.self as? any AttributeValue.Type else {
            throw unsupported(expression)
        }
        let subject = try self.whole(expression)
        return (subject, subject.element(of: type))
    }

    fileprivate func elements(
        _ step: InnerValue, of sequence: some PredicateExpression,
        _ variable: PredicateExpressions.VariableID, _ test: some PredicateExpression<Bool>
    ) throws -> FilterExpression {
        let collection = try collection(sequence)
        let test = try with(variable, as: collection.element, isElement: true) {
            try filter(test)
        }
        return try filter(of: collection.subject, []) { name, _ in .inner(name, step, test) }
    }
}

// Default values for nil.

/// An expression of the form `attribute ?? value`.
protocol DefaultedExpression {
    /// Returns a comparison with a value.
    /// - Parameter holds: Compares another value, the default, in the same way.
    func filter(
        _ comparison: Comparison, _ value: Any, by converter: PredicateConverter,
        _ holds: (Any) -> Bool
    ) throws -> FilterExpression
}

extension PredicateExpressions.NilCoalesce: DefaultedExpression {
    func filter(
        _ comparison: Comparison, _ value: Any, by converter: PredicateConverter,
        _ holds: (Any) -> Bool
    ) throws -> FilterExpression {
        guard let other = converter.constant(rhs) else { throw converter.unsupported(self) }
        let subject = try converter.subject(lhs)
        let isNil = try converter.filter(of: subject, []) { name, _ in
            .comparison(name, .equal, .null)
        }
        let filter = try converter.comparison(of: subject, comparison, value)
        return holds(other) ? filter || isNil : filter && !isNil
    }
}
