package import NacreFormat
internal import NacreSearch

/// The attributes that an external filter may use, and the limits on its cost. A full-text search
/// may be used if all attributes that it covers may.
package struct FilterAllowance: Sendable {
    /// The allowed attributes, each as the names of the references that lead to it, followed by its
    /// own name.
    private let paths: Set<[String]>
    private let limits: FilterLimits

    /// - Parameter paths: The attributes that a filter may use. The path of an embedded struct
    ///   includes all of its properties.
    package init(_ paths: [AttributePath], _ limits: FilterLimits) {
        self.paths = Set(paths.map { $0.hops + [$0.attribute] })
        self.limits = limits
    }

    /// Parses the text form. Attributes that are not allowed are treated as unknown, so no error
    /// names one.
    package func parse(
        _ text: String, schema: StoredSchema, entities: EntityFinder
    ) throws(StoreError) -> FilterExpression {
        let filter = try parse(text, schema, entities) { schema, known throws(FilterSyntaxError) in
            try FilterParser.parse(text, schema: schema, entities: known)
        }
        try check(filter, entities: entities) { schema }
        return filter
    }

    /// Parses the text form of sorts in the same way; none if it is empty.
    package func parseSorts(
        _ text: String, schema: StoredSchema, entities: EntityFinder
    ) throws(StoreError) -> [SortTerm] {
        if text.isEmpty { return [] }
        let sorts = try parse(text, schema, entities) { schema, known throws(FilterSyntaxError) in
            try SortTerm.parse(text, schema: schema, entities: known)
        }
        try check(sorts)
        return sorts
    }

    /// Parses a text with the allowed attributes only.
    private func parse<Parsed>(
        _ text: String, _ schema: StoredSchema, _ entities: EntityFinder,
        _ parse: (StoredSchema, EntityFinder) throws(FilterSyntaxError) -> Parsed
    ) throws(StoreError) -> Parsed {
        guard text.utf8.count <= limits.textSizeMax else {
            throw Self.refusal("The text is longer than \(limits.textSizeMax) bytes.")
        }
        let names = names(schema, entities)
        let known = EntityFinder { name in
            names[name].flatMap { names in entities[name].map { Self.part(of: $0, names) } }
        }
        do throws(FilterSyntaxError) {
            return try parse(Self.part(of: schema, names[schema.name] ?? []), known)
        } catch {
            throw StoreError(.invalidValue, "\(error)")
        }
    }

    /// Returns, for each entity, the attributes on allowed paths.
    private func names(_ schema: StoredSchema, _ entities: EntityFinder) -> [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for path in paths {
            var owner: StoredSchema? = schema
            for name in path {
                guard let entity = owner else { break }
                let own = entity.attributes.filter { $0.name == name || $0.name.isInside(name) }
                names[entity.name, default: []].formUnion(own.map(\.name))
                owner = own.first?.reference.flatMap { entities[$0] }
            }
        }
        return names
    }

    /// Returns the entity with only some of its attributes. The id's attribute is kept, since each
    /// entity has one.
    private static func part(of schema: StoredSchema, _ names: Set<String>) -> StoredSchema {
        let id = schema.idAttribute
        let attributes = schema.attributes.filter { $0.id == id.id || names.contains($0.name) }
        let searches = schema.searches.filter { search in
            search.attributes.allSatisfy { names.contains(schema.name(of: $0)) }
        }
        return StoredSchema(
            number: schema.number, name: schema.name, attributes: attributes,
            idOrdinal: attributes.firstIndex { $0.id == id.id } ?? 0, searches: searches)
    }

    // MARK: Checks

    /// Checks a filter of an entity's objects.
    /// - Parameter schema: Returns the entity's schema. Called only if there is a search.
    /// - Throws: `invalidValue` if it uses attributes that are not allowed, or exceeds the limits.
    package func check(
        _ filter: FilterExpression, entities: EntityFinder,
        schema: () throws(StoreError) -> StoredSchema
    ) throws(StoreError) {
        var (testCount, valueCount) = (0, 0)
        var pending: [(filter: FilterExpression, hops: [String], isInside: Bool)] = [
            (filter, [], false)
        ]
        while let (filter, hops, isInside) = pending.popLast() {
            if let name = filter.attribute {
                testCount += 1
                if !isInside { try check(hops + [name]) }
            }
            switch filter {
            case .and(let parts), .or(let parts):
                for part in parts { pending.append((part, hops, isInside)) }
            case .not(let part): pending.append((part, hops, isInside))
            case .all, .none, .range: break
            case .comparison(_, _, let value): valueCount += value.elementCount
            case .membership(_, let values): valueCount += values.count
            case .text(_, let test):
                guard test.method != .matches || limits.allowsPatterns else {
                    throw Self.refusal("Patterns are not allowed here.")
                }
            case .attributes(let one, _, let other):
                testCount += 1
                for path in [one, other] {
                    guard path.outer == nil else { throw Self.otherObjects }
                    try check(hops + path.hops + [path.attribute])
                }
            case .inner(_, _, let test): pending.append((test, hops, true))
            case .elements(_, let tests):
                for test in tests { pending.append((test, hops, true)) }
            case .reference(let name, let test): pending.append((test, hops + [name], false))
            case .search(let condition):
                testCount += condition.query.wordCount
                try check(condition, hops, try schema(), entities)
            case .members, .referrers, .outer, .among: throw Self.otherObjects
            case .deferred(let test):
                testCount += 1
                try check(hops + [test.attribute])
            }
            guard testCount <= limits.testsMax else {
                throw Self.refusal("The filter has more than \(limits.testsMax) tests.")
            }
            guard valueCount <= limits.valuesMax else {
                throw Self.refusal("The filter has more than \(limits.valuesMax) values.")
            }
        }
    }

    /// Checks the attributes that a search covers.
    /// - Parameter hops: The references to the objects that are searched.
    private func check(
        _ condition: SearchCondition, _ hops: [String], _ schema: StoredSchema,
        _ entities: EntityFinder
    ) throws(StoreError) {
        var owner: StoredSchema? = schema
        for name in hops {
            let reference = owner?.attributes.first { $0.name == name }?.reference
            owner = reference.flatMap { entities[$0] }
        }
        guard let owner, let search = owner.searches.first(where: { $0.name == condition.search })
        else { throw Self.unknownSearch }
        for id in search.attributes {
            // The same error as for a search that does not exist.
            guard isAllowed(hops + [owner.name(of: id)]) else { throw Self.unknownSearch }
        }
    }

    /// Checks the attributes of an order in the same way.
    package func check(_ sorts: [SortTerm]) throws(StoreError) {
        guard sorts.count <= limits.testsMax else {
            throw Self.refusal("There are more than \(limits.testsMax) sorts.")
        }
        for sort in sorts { try check(sort.path.hops + [sort.path.attribute]) }
    }

    private func check(_ path: [String]) throws(StoreError) {
        if isAllowed(path) { return }
        throw Self.refusal("\(FilterText.path(path)) may not be used here.")
    }

    private func isAllowed(_ path: [String]) -> Bool {
        let name = path.last ?? ""
        return paths.contains { allowed in
            allowed == path
                || allowed.dropLast() == path.dropLast() && name.isInside(allowed.last ?? "")
        }
    }

    private static var unknownSearch: StoreError {
        refusal("Only searches whose attributes are all allowed may be used here.")
    }

    private static var otherObjects: StoreError {
        refusal("Filters of other objects, in braces, are not allowed here.")
    }

    private static func refusal(_ message: String) -> StoreError {
        StoreError(.invalidValue, message)
    }
}

extension String {
    /// Returns whether it is the name of a property of an embedded struct.
    fileprivate func isInside(_ owner: String) -> Bool { hasPrefix(owner + ".") }
}

extension Value {
    fileprivate var elementCount: Int {
        if case .array(let elements) = self { elements.count } else { 1 }
    }
}
