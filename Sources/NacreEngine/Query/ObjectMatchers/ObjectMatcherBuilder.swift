internal import NacreFormat

/// Compiles a filter to an ``ObjectMatcher``. Conditions on other objects that do not depend on the
/// tested object are resolved first, by a ``ReferenceResolver``.
struct ObjectMatcherBuilder {
    /// The place of one of the matcher's objects.
    private struct Place {
        let schema: StoredSchema
        /// The reference paths that begin at the place.
        var paths: ReferencePaths
    }

    private let source: StoreView
    private var places: [Place] = []
    /// The places of the objects of the enclosing braces, outermost first.
    private var closures: [Int] = []

    /// - Parameter schema: The schema of the objects to test.
    init(of schema: StoredSchema, in source: StoreView) {
        self.source = source
        closures = [addPlace(of: schema)]
    }

    /// The initial objects of a matcher. The object to test is set at the first place.
    var objects: [FoundRecord?] { Array(repeating: nil, count: places.count) }

    /// Returns the matcher for a filter.
    /// - Parameters:
    ///   - filter: The filter, bound.
    ///   - place: The place of the object that the filter applies to.
    mutating func matcher(
        _ filter: FilterExpression, of place: Int = 0, _ resolver: inout ReferenceResolver
    ) throws -> any ObjectMatcher {
        switch filter {
        case _ where !filter.isByObject: return try plain(filter, of: place, &resolver)
        case .and(let parts): return try joined(parts, isForEach: true, of: place, &resolver)
        case .or(let parts): return try joined(parts, isForEach: false, of: place, &resolver)
        case .not(let part): return NegatedMatcher(try matcher(part, of: place, &resolver))
        case .attributes(let one, let comparison, let other):
            return ComparisonMatcher(
                try side(one, from: place), comparison, try side(other, from: place))
        case .outer(let object, let part):
            return try matcher(part, of: self.place(of: object, from: place), &resolver)
        case .reference(let name, let part):
            let (ordinal, target) = try target(of: name, at: place)
            let hop = BoundPath.Hop(
                reference: places[place].schema.attributes[ordinal], target: target.schema)
            let path = try places[place].paths.path(through: [hop])
            let targetPlace = addPlace(of: target.schema)
            let matcher = try matcher(part, of: targetPlace, &resolver)
            return ReferenceMatcher(path, of: place, to: targetPlace, matcher)
        case .members(let name, let quantifier, let part):
            let (ordinal, target) = try target(of: name, at: place)
            let members = try members(of: target, quantifier, part, &resolver)
            return MembersMatcher(
                ordinal, of: place, places[place].schema, to: target, members, in: source)
        case .referrers(let referrers, .objects(let quantifier, let part)):
            let schema = places[place].schema
            let search = try ReferrerSearch(referrers, schema.idAttribute.type, in: source)
            resolver.add(ObjectLookup(search))
            let members = try members(of: search.definition, quantifier, part, &resolver)
            return ReferrersMatcher(search, of: place, schema, members, in: source)
        default: return try plain(filter, of: place, &resolver)
        }
    }

    private func plain(
        _ filter: FilterExpression, of place: Int, _ resolver: inout ReferenceResolver
    ) throws -> any ObjectMatcher {
        let schema = places[place].schema
        let resolved = BoundFilter(bound: try resolver.resolve(filter, schema), schema: schema)
        return PlainMatcher(resolved, answering: filter, of: place, in: source)
    }

    /// Makes a conjunction or disjunction. Conditions on the object itself come first, and are
    /// combined into one matcher.
    private mutating func joined(
        _ parts: [FilterExpression], isForEach: Bool, of place: Int,
        _ resolver: inout ReferenceResolver
    ) throws -> any ObjectMatcher {
        let plain = parts.filter { !$0.isByObject }
        var matchers: [any ObjectMatcher] = []
        if !plain.isEmpty {
            let plain = FilterExpression.joined(plain, isForEach: isForEach)
            matchers.append(try self.plain(plain, of: place, &resolver))
        }
        for part in parts where part.isByObject {
            matchers.append(try matcher(part, of: place, &resolver))
        }
        return JoinedMatcher(matchers, isForEach: isForEach)
    }

    /// Makes the matcher of a filter in braces.
    private mutating func members(
        of definition: EntityDefinition, _ quantifier: Quantifier, _ filter: FilterExpression,
        _ resolver: inout ReferenceResolver
    ) throws -> QuantifiedMatcher {
        let place = addPlace(of: definition.schema)
        closures.append(place)
        defer { closures.removeLast() }
        return QuantifiedMatcher(quantifier, of: place, try matcher(filter, of: place, &resolver))
    }

    private mutating func side(
        _ path: AttributePath, from place: Int
    ) throws -> ComparisonMatcher.Side {
        let place = self.place(of: path.outer, from: place)
        let schema = places[place].schema
        let scope = FilterScope(schema, source.catalog.finder)
        let bound: BoundPath
        do throws(OperandError) {
            bound = try BoundPath(AttributePath(path.attribute, through: path.hops), in: scope)
        } catch {
            throw StoreError(error)
        }
        let reader = try PathReader(bound, of: schema, &places[place].paths, in: source)
        return ComparisonMatcher.Side(place: place, reader: reader)
    }

    // MARK: Places of objects

    private mutating func addPlace(of schema: StoredSchema) -> Int {
        places.append(Place(schema: schema, paths: ReferencePaths(of: schema, in: source)))
        return places.count - 1
    }

    private func place(of object: OuterObject?, from place: Int) -> Int {
        object.map { closures[closures.count - 1 - $0.levels] } ?? place
    }

    /// Returns the ordinal of a reference and the definition of its target.
    /// - Parameter name: The name of a reference, or of an array of references, in a bound filter.
    private func target(of name: String, at place: Int) throws -> (Int, EntityDefinition) {
        let schema = places[place].schema
        let ordinal = schema.ordinal(of: name) ?? schema.idOrdinal
        let entity = schema.attributes[ordinal].reference ?? schema.name
        return (ordinal, try source.definition(entity))
    }
}
