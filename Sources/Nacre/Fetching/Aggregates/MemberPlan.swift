internal import NacreEngine
internal import NacreFormat

/// A request for objects with aggregates of the objects that refer to them.
struct MemberPlan<Owner: Entity> {
    private let request: FetchRequest<Owner>
    private let binding: EntityBinding<Owner>
    private let registry: EntityRegistry
    /// The grouping of the objects that refer, by the ids that they refer to.
    private let grouping: Grouping
    private let order: [Grouping.Order]

    /// - Parameter grouping: The grouping by ``term(of:in:)``, with the order of the owners.
    init(
        _ request: FetchRequest<Owner>, _ grouping: Grouping, in registry: EntityRegistry
    ) throws(StoreError) {
        binding = try registry.binding(Owner.self)
        self.request = request
        self.registry = registry
        order = grouping.order
        var grouping = grouping
        grouping.order = []
        grouping.limit = nil
        self.grouping = grouping
    }

    /// Returns the part of an object that refers by which it is grouped.
    /// - Throws: `unknownEntity` if the store was opened without one of the types, `invalidValue`
    ///   if the reference cannot be used.
    static func term<Member: Entity>(
        of members: InverseField<Owner, Member>, in registry: EntityRegistry
    ) throws(StoreError) -> GroupTerm {
        try ReadSource.check(members.problem)
        guard members.path.references.isEmpty else {
            throw StoreError(
                .invalidValue,
                "Objects are fetched with those that refer to them, not with those that refer to"
                    + " the object at '\(members.path.references.joined(separator: "."))'.")
        }
        let name = members.referrers.attribute
        let schema = try registry.binding(Member.self).definition.schema
        let isList = schema.ordinal(of: name).map { schema.attributes[$0].isListOfReferences }
        let idType = try registry.binding(Owner.self).definition.schema.idAttribute.type
        return GroupTerm(AttributePath(name), isList == true ? .elements(of: idType) : .value)
    }

    /// Calls a closure for the objects in their order.
    /// - Parameter body: Receives a function that reads the object, and the aggregates. Returns
    ///   false to stop.
    func forEachOwner(
        in source: ReadSource,
        _ body: (() throws(StoreError) -> Owner, [NacreFormat.Value]) throws(StoreError) -> Bool
    ) throws(StoreError) {
        switch source.content {
        case .snapshot(let snapshot): try forEachOwner(in: snapshot, body)
        case .changes(let changes): try forEachOwner(in: changes, body)
        }
    }

    private func forEachOwner(
        in source: some RecordSource,
        _ body: (() throws(StoreError) -> Owner, [NacreFormat.Value]) throws(StoreError) -> Bool
    ) throws(StoreError) {
        for owner in try owners(in: source) {
            let read = { () throws(StoreError) in try binding.decode(owner.found, in: source) }
            guard try body(read, owner.values) else { return }
        }
    }

    private struct AnnotatedOwner {
        let place: Int
        let found: FoundRecord
        let values: [NacreFormat.Value]
    }

    private func owners(in source: some RecordSource) throws(StoreError) -> [AnnotatedOwner] {
        var owners: [AnnotatedOwner] = []
        let values = try aggregates(in: source)
        let none = try StoreError.typed {
            try source.aggregate(
                grouping.aggregates, Query(entity: grouping.query.entity, filter: .none))
        }
        try source.forEach(request, in: registry) { found throws(StoreError) in
            let id = try StoreError.typed { try source.id(of: found) }
            owners.append(
                AnnotatedOwner(place: owners.count, found: found, values: values[id] ?? none))
        }
        if !order.isEmpty { owners.sort(by: precedes) }
        return owners
    }

    /// Returns the aggregates by the ids that the objects refer to.
    private func aggregates(
        in source: some RecordSource
    ) throws(StoreError) -> [NacreFormat.Value: [NacreFormat.Value]] {
        let groups = try StoreError.typed { try source.groups(grouping) }
        var values: [NacreFormat.Value: [NacreFormat.Value]] = [:]
        values.reserveCapacity(groups.count)
        for group in groups { values[group.key[0]] = group.values }
        return values
    }

    private func precedes(_ first: AnnotatedOwner, _ second: AnnotatedOwner) -> Bool {
        for part in order {
            let order = first.values[part.place].order(relativeTo: second.values[part.place])
            if order != 0 { return part.isAscending ? order < 0 : order > 0 }
        }
        return first.place < second.place
    }
}
