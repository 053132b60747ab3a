/// Tests of objects outside the braces that contain the tests.
extension FilterExpression {
    /// Returns the filter applied to an outer object. Each of its tests is wrapped separately.
    package func of(_ object: OuterObject) -> FilterExpression {
        switch self {
        case .all, .none, .outer: self
        case .and(let parts): .and(parts.map { $0.of(object) })
        case .or(let parts): .or(parts.map { $0.of(object) })
        case .not(let part): .not(part.of(object))
        default: .outer(object, self)
        }
    }

    /// Returns the filter after the closure in which it was made has ended. The closure's object
    /// becomes the object that the filter tests or, inside braces, an outer object.
    /// - Parameters:
    ///   - closure: The closure's object, as it occurs in the filter.
    ///   - depth: The number of surrounding braces.
    package func ending(_ closure: OuterObject, depth: Int = 0) -> FilterExpression {
        func ended(_ part: FilterExpression) -> FilterExpression {
            part.ending(closure, depth: depth)
        }
        let object: OuterObject? = depth == 0 ? nil : .levels(depth)
        switch self {
        case .outer(closure, let test): return object.map(ended(test).of) ?? ended(test)
        case .outer(let other, let test): return ended(test).of(other)
        case .attributes(let one, let comparison, let other):
            return .comparing(
                one.replacing(closure, by: object), comparison,
                other.replacing(closure, by: object))
        case .and(let parts): return .and(parts.map(ended))
        case .or(let parts): return .or(parts.map(ended))
        case .not(let part): return .not(ended(part))
        case .reference(let name, let test): return .reference(name, ended(test))
        case .members(let name, let quantifier, let test):
            return .members(name, quantifier, test.ending(closure, depth: depth + 1))
        case .referrers(let objects, .objects(let quantifier, let test)):
            let test = test.ending(closure, depth: depth + 1)
            return .referrers(objects, .objects(quantifier, test))
        default: return self
        }
    }

    /// Whether it refers to an object whose closure has not ended.
    package var isOpen: Bool {
        switch self {
        case .outer(.closure, _): true
        case .attributes(let one, _, let other): one.isOpen || other.isOpen
        default: parts.contains(where: \.isOpen)
        }
    }

    /// The number of braces outwards to the farthest object that the filter uses.
    var reach: Int {
        switch self {
        case .outer(let object, let test): max(object.levels, test.reach)
        case .attributes(let one, _, let other):
            max(one.outer?.levels ?? 0, other.outer?.levels ?? 0)
        case .members(_, _, let test), .referrers(_, .objects(_, let test)):
            max(0, test.reach - 1)
        default: parts.lazy.map(\.reach).max() ?? 0
        }
    }

    /// Whether its tests of other objects depend on the object being tested.
    var isCorrelated: Bool {
        switch self {
        case .outer: true
        case .attributes: reach > 0
        case .members(_, _, let test), .referrers(_, .objects(_, let test)): test.reach > 0
        case .and, .or, .not, .reference: parts.contains(where: \.isCorrelated)
        default: false
        }
    }
}

extension AttributePath {
    fileprivate func replacing(_ closure: OuterObject, by object: OuterObject?) -> AttributePath {
        outer == closure ? AttributePath(attribute, through: hops, of: object) : self
    }

    fileprivate var isOpen: Bool { if case .closure? = outer { true } else { false } }
}
