package import NacreFormat

/// A selection of an entity's objects: a tree of tests on attributes, named as in the schema. It is
/// only data: ``BoundFilter`` checks that the names exist and the values fit, and ``Matcher``
/// evaluates it.
///
/// The tests have Swift's semantics with optionals: nil equals only nil, an order comparison, range
/// or string test of nil is false, `!` negates its operand in every case, and NaN equals nothing.
package indirect enum FilterExpression: Sendable, Hashable {
    case all
    case none
    case comparison(String, ComparisonOperator, Value)
    /// A comparison of two attributes of the object, or of objects that references lead to from it.
    /// Make it by ``comparing(_:_:_:)``.
    case attributes(AttributePath, ComparisonOperator, AttributePath)
    case membership(String, [Value])
    case range(String, FilterRange)
    case text(String, TextCondition)
    /// A test of a part of an attribute's value, which the filter names `$0`. A nil value has no
    /// elements, and its count and its keys' values are nil.
    case inner(String, InnerValue, FilterExpression)
    /// Tests of a collection's elements, one for each: the collection has as many elements as there
    /// are tests, and each element passes the test at its place.
    case elements(String, [FilterExpression])
    /// Holds if all parts hold, and so if there are none.
    case and([FilterExpression])
    /// Holds if one part holds, and so not if there are none.
    case or([FilterExpression])
    case not(FilterExpression)
    /// A test of the object that a reference leads to. If the reference is nil or leads nowhere,
    /// all attributes of the object are nil, as with optional chaining.
    case reference(String, FilterExpression)
    /// A test of the objects that an array of references leads to. It does not hold for a reference
    /// that leads nowhere.
    case members(String, Quantifier, FilterExpression)
    /// A test of the objects that refer to an object.
    case referrers(Referrers, Referrers.Condition)
    /// A test of the object that the surrounding braces belong to, or of one farther outside. Make
    /// it by ``of(_:)``.
    case outer(OuterObject, FilterExpression)
    /// A full-text search of the object's texts.
    case search(SearchCondition)
    /// A test whether an attribute is among ids that were found. ``ReferenceResolver`` makes it
    /// from tests of other objects.
    case among(String, ObjectSet)
    /// A test of an attribute whose values only a store can encode.
    case deferred(DeferredTest)

    /// Whether it is ``all`` itself. Faster than `==`, which a query would use ten times.
    @inline(__always)
    var isAll: Bool { if case .all = self { true } else { false } }

    /// Returns a conjunction. Long chains stay flat: operands that are conjunctions are merged.
    package static func && (left: FilterExpression, right: FilterExpression) -> FilterExpression {
        switch (left, right) {
        case (.and(let parts), .and(let others)): .and(parts + others)
        case (.and(let parts), _): .and(parts + [right])
        case (_, .and(let parts)): .and([left] + parts)
        default: .and([left, right])
        }
    }

    package static func || (left: FilterExpression, right: FilterExpression) -> FilterExpression {
        switch (left, right) {
        case (.or(let parts), .or(let others)): .or(parts + others)
        case (.or(let parts), _): .or(parts + [right])
        case (_, .or(let parts)): .or([left] + parts)
        default: .or([left, right])
        }
    }

    package static prefix func ! (filter: FilterExpression) -> FilterExpression { .not(filter) }

    /// Returns a comparison of two attributes. References that both paths begin with are followed
    /// once, so two attributes of one object are compared at that object.
    package static func comparing(
        _ first: AttributePath, _ comparison: ComparisonOperator, _ second: AttributePath
    ) -> FilterExpression {
        guard first.outer == second.outer else { return .attributes(first, comparison, second) }
        let shared = zip(first.hops, second.hops).prefix { $0 == $1 }.count
        func rest(_ path: AttributePath) -> AttributePath {
            AttributePath(path.attribute, through: Array(path.hops.dropFirst(shared)))
        }
        let test = FilterExpression.attributes(rest(first), comparison, rest(second))
            .reached(through: Array(first.hops.prefix(shared)))
        return first.outer.map(test.of) ?? test
    }

    /// The filters directly inside this one.
    var parts: [FilterExpression] {
        var parts: [FilterExpression] = []
        _ = hasPart { part in
            parts.append(part)
            return false
        }
        return parts
    }

    /// The attribute, if the filter is a test of one attribute of the object itself, otherwise nil.
    var attribute: String? {
        switch self {
        case .comparison(let name, _, _), .membership(let name, _), .range(let name, _),
            .text(let name, _), .inner(let name, _, _), .elements(let name, _),
            .among(let name, _):
            name
        case .deferred(let test): test.attribute
        case .all, .none, .attributes, .and, .or, .not, .reference, .members, .referrers, .outer,
            .search:
            nil
        }
    }

    /// Returns whether a test holds for a filter directly inside this one. Makes no array.
    func hasPart(where test: (FilterExpression) -> Bool) -> Bool {
        switch self {
        case .and(let parts), .or(let parts), .elements(_, let parts): parts.contains(where: test)
        case .not(let part), .inner(_, _, let part), .reference(_, let part),
            .members(_, _, let part), .outer(_, let part),
            .referrers(_, .objects(_, let part)):
            test(part)
        case .all, .none, .comparison, .attributes, .membership, .range, .text, .referrers, .among,
            .search, .deferred:
            false
        }
    }

    /// Returns whether there are more levels than `limit`. It looks no deeper than that, so it is
    /// safe for any filter.
    func isDeeper(than limit: Int) -> Bool {
        limit <= 0 || hasPart { $0.isDeeper(than: limit - 1) }
    }
}
