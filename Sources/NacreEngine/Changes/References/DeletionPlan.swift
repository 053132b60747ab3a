internal import NacreFormat

/// What deleting some objects leads to by the delete rules: which others go, and which lose a
/// reference. All of it is found before anything is written, step by step and not by recursion: a
/// chain may be as long as the store, and a cycle ends where it meets what goes already.
struct DeletionPlan {
    /// An object, by its place.
    struct Place {
        let definition: EntityDefinition
        let row: UInt32
    }

    /// What goes, first what was asked for.
    private(set) var deleted: [Place] = []
    /// How many of these were asked for.
    private(set) var requestedCount = 0
    /// What stays and loses references, once each.
    private(set) var losses: [(place: Place, ordinals: [Int])] = []
    /// By the names of their entities.
    private(set) var deletedIDs: [String: Set<Value>] = [:]

    private let source: StoreView
    private var deletedRows: [EntityNumber: Set<UInt32>] = [:]
    private var searches: [GuardedReference: ReferrerSearch] = [:]
    /// References to what goes whose rule does not make their objects go, in the order found.
    private var others: [(reference: GuardedReference, row: UInt32)] = []
    /// What was found to go since it was last looked for who refers to it.
    private var next: [String: [Value]] = [:]

    /// - Parameter objects: ids without an object count for nothing.
    /// - Throws: `deleteDenied` if an object that stays has the rule.
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

    /// One more object goes, unless it does already.
    private mutating func add(_ row: UInt32, _ definition: EntityDefinition) throws {
        let schema = definition.schema
        guard deletedRows[schema.number, default: []].insert(row).inserted else { return }
        deleted.append(Place(definition: definition, row: row))
        // Only who is referred to needs to be known by id.
        guard !source.catalog.guardedReferences(to: schema.name).isEmpty else { return }
        let id = try source.id(of: source.record(of: row, in: definition))
        deletedIDs[schema.name, default: []].insert(id)
        next[schema.name, default: []].append(id)
    }

    private mutating func follow(
        _ reference: GuardedReference, to ids: [Value], of entity: String
    ) throws {
        var search = try search(reference, to: entity)
        // One that collects something is not to be copied for it.
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

    /// Now that it is known what goes: what stays is refused, or loses its references.
    private mutating func settleOthers() throws {
        var ordinals: [EntityNumber: [UInt32: Set<Int>]] = [:]
        for (reference, row) in others {
            guard let search = searches[reference] else { continue }
            let number = search.definition.schema.number
            if deletedRows[number]?.contains(row) == true { continue }
            if search.attribute.deleteRule == .deny { throw try denial(search, row) }
            ordinals[number, default: [:]][row, default: []].insert(reference.ordinal)
        }
        others = []
        for definition in source.catalog.all {
            guard let rows = ordinals[definition.schema.number] else { continue }
            losses += rows.sorted { $0.key < $1.key }.map { row, ordinals in
                (Place(definition: definition, row: row), ordinals.sorted())
            }
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
        return StoreError(
            .deleteDenied,
            "The object of '\(target)' with the id \(FilterText.literal(kept ?? .null)) cannot be"
                + " deleted: '\(attribute.name)' of the object of '\(definition.schema.name)' with"
                + " the id \(id) refers to it, with the"
                + " delete rule deny. Change or delete that object first, or delete both at once."
        ).with(
            obstacle: Obstacle(
                entity: definition.schema.name, attributes: [attribute.name], id: id))
    }
}
