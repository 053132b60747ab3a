package import NacreFormat

/// Which objects of an entity are meant: a tree of tests on attributes, named as in the schema.
/// Only data: whether the names exist and the values fit is ``BoundFilter``'s business, and
/// ``Matcher`` evaluates.
///
/// The tests mean what Swift means by them, with optionals: nil equals only nil, an order
/// comparison or range or string test of nil is false, `!` negates whatever is inside, and NaN
/// equals nothing.
package indirect enum Filter: Sendable, Hashable {
    case all
    case none
    case comparison(String, ComparisonOperator, Value)
    /// A comparison of two attributes with each other: of the object, or of others that references
    /// lead to from it. Make it by ``comparing(_:_:_:)``.
    case attributes(AttributePath, ComparisonOperator, AttributePath)
    case membership(String, [Value])
    case range(String, FilterRange)
    case text(String, TextTest)
    /// A test of what stands inside of an attribute's value, which the filter names `$0`. A value
    /// that is nil has no elements, and the values of its keys and its count are nil.
    case inner(String, InnerValue, Filter)
    /// Tests of the elements of a collection, one for each: it has as many elements, and each
    /// passes the test at its place.
    case elements(String, [Filter])
    /// Holds where all parts hold, hence also if there are none.
    case and([Filter])
    /// Holds where one part holds, hence not if there are none.
    case or([Filter])
    case not(Filter)
    /// A test of the object that a reference leads to. Where it is nil or leads nowhere, all
    /// attributes of the object are nil, as with optional chaining.
    case reference(String, Filter)
    /// A test of the objects that an array of references leads to. For one that leads nowhere it
    /// does not hold.
    case members(String, Quantifier, Filter)
    /// A test of the objects that refer to an object.
    case referrers(Referrers, Referrers.Test)
    /// A test of the object that the braces around belong to, or of one farther outside. Make it by
    /// ``of(_:)``.
    case outer(OuterObject, Filter)
    /// Whether an attribute is among ids that were found: what ``ReferenceResolver`` makes of
    /// questions about other objects.
    case among(String, ObjectSet)

    /// Whether it is ``all`` itself. Quicker than `==`, which a query would use ten times.
    @inline(__always)
    var isAll: Bool { if case .all = self { true } else { false } }

    /// Long chains stay flat: what was a conjunction on the left gets one more part.
    package static func && (left: Filter, right: Filter) -> Filter {
        switch (left, right) {
        case (.and(let parts), .and(let others)): .and(parts + others)
        case (.and(let parts), _): .and(parts + [right])
        case (_, .and(let parts)): .and([left] + parts)
        default: .and([left, right])
        }
    }

    package static func || (left: Filter, right: Filter) -> Filter {
        switch (left, right) {
        case (.or(let parts), .or(let others)): .or(parts + others)
        case (.or(let parts), _): .or(parts + [right])
        case (_, .or(let parts)): .or([left] + parts)
        default: .or([left, right])
        }
    }

    package static prefix func ! (filter: Filter) -> Filter { .not(filter) }

    /// A comparison of two attributes. What the ways to both begin with is gone once: so two
    /// attributes of one object are compared where they stand.
    package static func comparing(
        _ first: AttributePath, _ comparison: ComparisonOperator, _ second: AttributePath
    ) -> Filter {
        guard first.outer == second.outer else { return .attributes(first, comparison, second) }
        let shared = zip(first.hops, second.hops).prefix { $0 == $1 }.count
        func rest(_ path: AttributePath) -> AttributePath {
            AttributePath(path.attribute, through: Array(path.hops.dropFirst(shared)))
        }
        let test = Filter.attributes(rest(first), comparison, rest(second))
            .reached(through: Array(first.hops.prefix(shared)))
        return first.outer.map(test.of) ?? test
    }

    /// The filters directly inside of this one.
    var parts: [Filter] {
        switch self {
        case .and(let parts), .or(let parts), .elements(_, let parts): parts
        case .not(let part), .inner(_, _, let part), .reference(_, let part),
            .members(_, _, let part), .outer(_, let part),
            .referrers(_, .objects(_, let part)):
            [part]
        case .all, .none, .comparison, .attributes, .membership, .range, .text, .referrers, .among:
            []
        }
    }

    /// The attribute of a test of one attribute of the object itself; nil of all others.
    var attribute: String? {
        switch self {
        case .comparison(let name, _, _), .membership(let name, _), .range(let name, _),
            .text(let name, _), .inner(let name, _, _), .elements(let name, _),
            .among(let name, _):
            name
        case .all, .none, .attributes, .and, .or, .not, .reference, .members, .referrers, .outer:
            nil
        }
    }

    /// Whether there are more levels than `limit`. Looks no deeper than that, and not by recursion,
    /// so that any filter may be asked.
    func isDeeper(than limit: Int) -> Bool {
        if limit > 0, parts.isEmpty { return false }
        var pending: [(filter: Filter, depth: Int)] = [(self, 1)]
        while let (filter, depth) = pending.popLast() {
            if depth > limit { return true }
            for part in filter.parts { pending.append((part, depth + 1)) }
        }
        return false
    }
}
