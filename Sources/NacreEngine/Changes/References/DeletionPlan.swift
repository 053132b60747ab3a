internal import NacreFormat

/// The effects of deleting some objects by the delete rules: the other objects that are deleted,
/// and the objects that lose a reference. The plan is complete before anything is written. It is
/// found iteratively, not by recursion: a chain may be as long as the store, and a cycle ends at
/// objects that are deleted already.
struct DeletionPlan {
    /// An object, identified by its row.
    struct Place {
        let definition: EntityDefinition
        let row: UInt32

        var entity: EntityNumber { definition.schema.number }
    }

    /// The objects to delete, the requested ones first.
    private(set) var deleted: [Place] = []
    /// The number of requested objects in `deleted`.
    private(set) var requestedCount = 0
    /// The objects that stay and lose references, each once.
    private(set) var losses: [(place: Place, ordinals: [Int])] = []
    /// The ids of deleted objects, by the names of their entities.
    private(set) var deletedIDs: [String: Set<Value>] = [:]

    private let source: StoreView
    private var deletedRows: [EntityNumber: Set<UInt32>] = [:]
    private var searches: [GuardedReference: ReferrerSearch] = [:]
    /// References to deleted objects whose rule is not cascade, in the order found.
    private var others: [(reference: GuardedReference, row: UInt32)] = []
    /// The deleted objects whose referrers have not been looked up yet, by entity.
    private var next: [String: [Value]] = [:]

    /// Finds all effects of a deletion.
    /// - Parameter objects: The objects to delete. Ids without an object are ignored.
    /// - Throws: `deleteDenied` if an object that stays denies the deletion.
    init(deleting objects: [ObjectIDs], in source: StoreView) throws {
        self.source = source
        for group in objects {
            for id in group.ids {
                guard let found = try source.find(id, in: group.definition) else { continue }
                try add(found.row.rawValue, group.definition)
            }
        }
        requestedCount = deleted.count
        while !next.isEmpty {
            let step = next
            next = [:]
            for (entity, ids) in step.sorted(by: { $0.key < $1.key }) {
                for reference in source.catalog.guardedReferences(to: entity) {
                    try follow(reference, to: ids, of: entity)
                }
            }
        }
        try settleOthers()
    }

    /// Adds an object to `deleted`, unless it is there already.
    private mutating func add(_ row: UInt32, _ definition: EntityDefinition) throws {
        let schema = definition.schema
        guard deletedRows[schema.number, default: []].insert(row).inserted else { return }
        deleted.append(Place(definition: definition, row: row))
        // The id is needed only if other objects may refer to this one.
        guard !source.catalog.guardedReferences(to: schema.name).isEmpty else { return }
        let id = try source.id(of: source.record(of: row, in: definition))
        deletedIDs[schema.name, default: []].insert(id)
        next[schema.name, default: []].append(id)
    }

    private mutating func follow(
        _ reference: GuardedReference, to ids: [Value], of entity: String
    ) throws {
        var search = try search(reference, to: entity)
        // Taken out of the dictionary, so that changing the search does not copy what it has
        // collected.
        searches[reference] = nil
        let rows = try search.rows(referringTo: ids)
        searches[reference] = search
        let isCascade = search.attribute.deleteRule == .cascade
        for row in rows {
            if isCascade {
                try add(row, search.definition)
            } else {
                others.append((reference, row))
            }
        }
    }

    private func search(
        _ reference: GuardedReference, to entity: String
    ) throws -> ReferrerSearch {
        if let search = searches[reference] { return search }
        let target = try source.definition(entity)
        return try ReferrerSearch(reference, target.schema.idAttribute.type, in: source)
    }

    /// Handles the objects that stay, once all deleted ones are known: throws, or notes which
    /// references they lose.
    private mutating func settleOthers() throws {
        var lost: [(place: Place, ordinal: Int)] = []
        for (reference, row) in others {
            guard let search = searches[reference] else { continue }
            let place = Place(definition: search.definition, row: row)
            if deletedRows[place.entity]?.contains(row) == true { continue }
            if search.attribute.deleteRule == .deny { throw try denial(search, row) }
            lost.append((place, reference.ordinal))
        }
        others = []
        lost.sort { one, other in
            (one.place.entity, one.place.row, one.ordinal)
                < (other.place.entity, other.place.row, other.ordinal)
        }
        for (place, ordinal) in lost {
            let last = losses.count - 1
            guard last >= 0, losses[last].place.row == place.row,
                losses[last].place.entity == place.entity
            else {
                losses.append((place, [ordinal]))
                continue
            }
            if losses[last].ordinals.last != ordinal { losses[last].ordinals.append(ordinal) }
        }
    }

    private func denial(_ search: ReferrerSearch, _ row: UInt32) throws -> StoreError {
        let (definition, attribute) = (search.definition, search.attribute)
        let found = try source.record(of: row, in: definition)
        let value = try source.value(of: search.ordinal, in: definition.schema, of: found)
        let target = attribute.reference ?? ""
        let kept = value.references(as: search.idType)
            .first { deletedIDs[target]?.contains($0) == true }
        let id = FilterText.literal(try source.id(of: found))
        let denied = FilterText.literal(kept ?? .null)
        return StoreError(
            .deleteDenied,
            "The object of '\(target)' with the id \(denied) cannot be"
                + " deleted: '\(attribute.name)' of the object of '\(definition.schema.name)' with"
                + " the id \(id) refers to it and has the"
                + " delete rule deny. Change or delete that object first, or delete both at once."
        ).about(target, id: denied).with(
            obstacle: ErrorObject(
                entity: definition.schema.name, attributes: [attribute.name], id: id))
    }
}
