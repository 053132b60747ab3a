internal import NacreFormat

/// A compiler from a filter to an ``ObjectTest``. Conditions on other objects that do not depend on
/// the tested object are resolved first, by a ``ReferenceResolver``.
struct ObjectTestBuilder {
    /// The place of one of the test's objects.
    private struct Place {
        let schema: EntitySchema
        /// The reference paths that begin at the place.
        var paths: ReferencePaths
    }

    private let source: StoreView
    private var places: [Place] = []
    /// The places of the objects of the enclosing braces, outermost first.
    private var closures: [Int] = []

    /// - Parameter schema: The schema of the objects to test.
    init(of schema: EntitySchema, in source: StoreView) {
        self.source = source
        closures = [addPlace(of: schema)]
    }

    /// The initial objects of a test. The object to test is set at the first place.
    var objects: [FoundRecord?] { Array(repeating: nil, count: places.count) }

    /// Makes the test of a filter.
    /// - Parameters:
    ///   - filter: The filter, bound.
    ///   - place: The place of the object that the filter applies to.
    mutating func test(
        _ filter: Filter, of place: Int = 0, _ resolver: inout ReferenceResolver
    ) throws -> any ObjectTest {
        switch filter {
        case _ where !filter.isByObject: return try plain(filter, of: place, &resolver)
        case .and(let parts): return try joined(parts, isForEach: true, of: place, &resolver)
        case .or(let parts): return try joined(parts, isForEach: false, of: place, &resolver)
        case .not(let part): return NegatedTest(try test(part, of: place, &resolver))
        case .attributes(let one, let comparison, let other):
            return ComparisonTest(
                try side(one, from: place), comparison, try side(other, from: place))
        case .outer(let object, let part):
            return try test(part, of: self.place(of: object, from: place), &resolver)
        case .reference(let name, let part):
            let (ordinal, target) = try target(of: name, at: place)
            let hop = BoundPath.Hop(
                reference: places[place].schema.attributes[ordinal], target: target.schema)
            let path = try places[place].paths.path(through: [hop])
            let targetPlace = addPlace(of: target.schema)
            let test = try test(part, of: targetPlace, &resolver)
            return ReferenceTest(path, of: place, to: targetPlace, test)
        case .members(let name, let quantifier, let part):
            let (ordinal, target) = try target(of: name, at: place)
            let members = try members(of: target, quantifier, part, &resolver)
            return MembersTest(
                ordinal, of: place, places[place].schema, to: target, members, in: source)
        case .referrers(let referrers, .objects(let quantifier, let part)):
            let schema = places[place].schema
            let search = try ReferrerSearch(referrers, schema.idAttribute.type, in: source)
            resolver.add(ObjectLookup(search))
            let members = try members(of: search.definition, quantifier, part, &resolver)
            return ReferrersTest(search, of: place, schema, members, in: source)
        default: return try plain(filter, of: place, &resolver)
        }
    }

    private func plain(
        _ filter: Filter, of place: Int, _ resolver: inout ReferenceResolver
    ) throws -> any ObjectTest {
        let schema = places[place].schema
        let resolved = BoundFilter(bound: try resolver.resolve(filter, schema), schema: schema)
        return PlainTest(resolved, answering: filter, of: place, in: source)
    }

    /// Makes a conjunction or disjunction. Conditions on the object itself come first, and are
    /// combined into one test.
    private mutating func joined(
        _ parts: [Filter], isForEach: Bool, of place: Int,
        _ resolver: inout ReferenceResolver
    ) throws -> any ObjectTest {
        let plain = parts.filter { !$0.isByObject }
        var tests: [any ObjectTest] = []
        if !plain.isEmpty {
            let plain = Filter.joined(plain, isForEach: isForEach)
            tests.append(try self.plain(plain, of: place, &resolver))
        }
        for part in parts where part.isByObject {
            tests.append(try test(part, of: place, &resolver))
        }
        return JoinedTest(tests, isForEach: isForEach)
    }

    /// Makes the test of a filter in braces.
    private mutating func members(
        of definition: EntityDefinition, _ quantifier: Quantifier, _ filter: Filter,
        _ resolver: inout ReferenceResolver
    ) throws -> QuantifiedTest {
        let place = addPlace(of: definition.schema)
        closures.append(place)
        defer { closures.removeLast() }
        return QuantifiedTest(quantifier, of: place, try test(filter, of: place, &resolver))
    }

    private mutating func side(
        _ path: AttributePath, from place: Int
    ) throws -> ComparisonTest.Side {
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
        return ComparisonTest.Side(place: place, reader: reader)
    }

    // MARK: Places of objects

    private mutating func addPlace(of schema: EntitySchema) -> Int {
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
