internal import NacreEngine
internal import NacreFormat

/// Decodes the objects that differ between two states.
struct ChangedObjects: Sendable {
    private let records: RecordChanges
    private let registry: EntityRegistry

    init(_ records: RecordChanges, _ registry: EntityRegistry) {
        self.records = records
        self.registry = registry
    }

    func inserted<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> [Owner] {
        try forEach(type, .inserted) { (change, binding) throws(StoreError) in
            try binding.new(change, in: records)
        }
    }

    func updated<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> [Update<Owner>] {
        try forEach(type, .updated) { (change, binding) throws(StoreError) in
            try binding.update(change, in: records)
        }
    }

    func deleted<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> [Owner] {
        try forEach(type, .deleted) { (change, binding) throws(StoreError) in
            try binding.old(change, in: records)
        }
    }

    func touches<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> Bool {
        let entity = try registry.binding(type).definition.schema.number
        return records.changes.contains { $0.entity == entity }
    }

    private func forEach<Owner: Entity, Result>(
        _ type: Owner.Type, _ kind: RecordChange.Kind,
        _ body: (RecordChange, EntityBinding<Owner>) throws(StoreError) -> Result?
    ) throws(StoreError) -> [Result] {
        let binding = try registry.binding(type)
        let entity = binding.definition.schema.number
        var results: [Result] = []
        for change in records.changes where change.entity == entity && change.kind == kind {
            if let result = try body(change, binding) { results.append(result) }
        }
        return results
    }
}
