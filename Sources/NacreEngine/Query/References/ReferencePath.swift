internal import NacreFormat

/// A path that follows references from an object to the one at the end. If many objects refer to
/// the same one, it is looked up only once, as long as not too many are remembered.
///
/// A class, so that readers of several values at the end of one path look each object up once.
/// Valid as long as the records of its source; not thread-safe.
final class ReferencePath {
    /// A reference and the definition of its target.
    private struct Step {
        let owner: StoredSchema
        let ordinal: Int
        let target: EntityDefinition
    }

    private let source: StoreView
    private let steps: [Step]
    /// The first reference, an attribute of the objects themselves.
    private let reference: AttributeSchema
    private var values: LayoutCache<LayoutContent<ValueStep>>

    // The known targets, by reference. Equal references share one.
    private var key = GroupKey()
    private var recent = RecentGroups()
    private var table = GroupTable()
    private var targets: [FoundRecord?] = []
    private static var targetsMax: Int { 1 << 16 }

    /// - Parameters:
    ///   - hops: The hops, at least one.
    ///   - schema: The schema of the objects at which the path begins.
    init(
        _ hops: [BoundPath.Hop], of schema: StoredSchema, in source: StoreView
    ) throws(StoreError) {
        var steps: [Step] = []
        var owner = schema
        for hop in hops {
            let target = try source.definition(hop.target.name)
            let ordinal = owner.ordinal(of: hop.reference.name) ?? owner.idOrdinal
            steps.append(Step(owner: owner, ordinal: ordinal, target: target))
            owner = target.schema
        }
        let reference = hops[0].reference
        self.source = source
        self.steps = steps
        self.reference = reference
        values = LayoutCache { layout in
            do throws(OperandError) {
                return LayoutContent(try ValueStep(reference, layout))
            } catch {
                throw StoreError(error)
            }
        }
    }

    /// Returns the record at the end of the path; nil if a reference is null or leads nowhere.
    func target(of found: FoundRecord) throws -> FoundRecord? {
        // A group contains every NaN, but each NaN is an id of its own.
        if reference.type.hasNaN { return try follow(found) }
        let step = try values[found.layout].content
        let word = step.word(found.record)
        if let number = word.flatMap({ recent.group(of: $0) }) { return targets[number] }
        key.begin()
        try step.append(found, 0, of: reference, to: &key, in: source)
        let number = try table.group(of: key)
        if number == targets.count { targets.append(try follow(found)) }
        let target = targets[number]
        if targets.count == Self.targetsMax {
            forget()
        } else if let word {
            recent.set(number, of: word)
        }
        return target
    }

    private func forget() {
        recent = RecentGroups()
        table = GroupTable()
        targets.removeAll()
    }

    private func follow(_ found: FoundRecord) throws -> FoundRecord? {
        var found = found
        for step in steps {
            let id = try source.value(of: step.ordinal, in: step.owner, of: found)
            guard !id.isNull, let next = try source.find(id, in: step.target) else { return nil }
            found = next
        }
        return found
    }
}

/// The paths of one query. Paths through the same references are shared.
struct ReferencePaths {
    private let source: StoreView
    private let schema: StoredSchema
    private var known: [(names: [String], path: ReferencePath)] = []

    /// - Parameter schema: The schema of the objects at which they begin.
    init(of schema: StoredSchema, in source: StoreView) {
        self.schema = schema
        self.source = source
    }

    /// Returns the path to an attribute's owner; nil for an attribute of the objects themselves.
    mutating func path(of bound: BoundPath) throws(StoreError) -> ReferencePath? {
        try bound.isOwn ? nil : path(through: bound.hops)
    }

    /// Returns the path through some references.
    /// - Parameter hops: The hops, at least one.
    mutating func path(
        through hops: [BoundPath.Hop]
    ) throws(StoreError) -> ReferencePath {
        let names = hops.map(\.reference.name)
        if let (_, path) = known.first(where: { $0.names == names }) { return path }
        let path = try ReferencePath(hops, of: schema, in: source)
        known.append((names, path))
        return path
    }
}
