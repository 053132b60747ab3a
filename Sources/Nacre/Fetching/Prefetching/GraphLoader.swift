internal import NacreEngine
internal import NacreFormat

/// The maximum number of steps from one object to the next.
enum GraphDepth {
    static let max = 64
}

/// Reads the objects that others lead to: all of one step together, each object once.
struct GraphLoader<Source: RecordSource> {
    private let source: Source
    private let registry: EntityRegistry
    private(set) var loaded = LoadedObjects()

    init(_ source: Source, _ registry: EntityRegistry) {
        self.source = source
        self.registry = registry
    }

    /// Adds an object that is already read and that others may lead to.
    mutating func add<Object: Entity>(_ object: Object, _ id: Value) { loaded.add(object, id) }

    // MARK: Named paths

    /// Reads the objects that a tree of paths leads to.
    /// - Parameter ids: The ids of objects that are already read.
    mutating func follow(
        _ tree: IncludedTree, from type: any Entity.Type, _ ids: Set<Value>
    ) throws(StoreError) {
        for (attribute, next) in tree.references {
            let (target, ids) = try targets(of: attribute, type, ids)
            try load(target, ids)
            try follow(next, from: target, ids)
        }
        for members in tree.members.values {
            try loadMembers(members.type, members.referrers, of: ids, try idType(of: type))
        }
    }

    // MARK: All paths

    /// Reads the objects that all references lead to, and the references of these, up to a number
    /// of steps.
    mutating func followAll(
        from type: any Entity.Type, _ ids: Set<Value>, depth: Int
    ) throws(StoreError) {
        var step: [(type: any Entity.Type, ids: Set<Value>)] = [(type, ids)]
        for _ in 0..<depth where !step.isEmpty {
            var next: [(type: any Entity.Type, ids: Set<Value>)] = []
            for (type, ids) in step {
                for attribute in try IncludedTree(referencesOf: type).references.keys.sorted() {
                    let (target, found) = try targets(of: attribute, type, ids)
                    // An object that was met before has been followed, or will be in this step.
                    let new = found.filter { !loaded.has(target, $0) }
                    try load(target, new)
                    if !new.isEmpty { next.append((target, new)) }
                }
            }
            step = next
        }
    }

    // MARK: Single steps

    /// Returns the entity and the ids that an attribute of some objects leads to.
    private func targets(
        of attribute: String, _ type: any Entity.Type, _ ids: Set<Value>
    ) throws(StoreError) -> (any Entity.Type, Set<Value>) {
        try targets(of: attribute, opened: type, ids)
    }

    private func targets<Owner: Entity>(
        of attribute: String, opened type: Owner.Type, _ ids: Set<Value>
    ) throws(StoreError) -> (any Entity.Type, Set<Value>) {
        let definition = try registry.binding(type).definition
        let schema = definition.schema
        guard let ordinal = schema.ordinal(of: attribute),
            let name = schema.attributes[ordinal].reference,
            let target = type.schema.attributes.first(where: {
                attribute == $0.name || attribute.hasPrefix("\($0.name).")
            })?.type.targets.first(where: { $0.entityName == name })
        else {
            throw StoreError(
                .invalidValue,
                "'\(attribute)' of '\(schema.name)' is not a reference: it leads to no objects.")
        }
        var found: Set<Value> = []
        let idType = try idType(of: target)
        try StoreError.typed {
            for id in ids {
                guard let record = try source.find(id, in: definition) else { continue }
                let value = try source.value(of: ordinal, in: schema, of: record)
                found.formUnion(value.references(as: idType))
            }
        }
        return (target, found)
    }

    private func idType<Target: Entity>(
        of type: Target.Type
    ) throws(StoreError) -> StoredType {
        try registry.binding(type).definition.schema.idAttribute.type
    }

    /// Reads the objects that are not read yet.
    private mutating func load<Object: Entity>(
        _ type: Object.Type, _ ids: Set<Value>
    ) throws(StoreError) {
        let binding = try registry.binding(type)
        for id in ids where !loaded.has(type, id) {
            let found = try StoreError.typed { try source.find(id, in: binding.definition) }
            guard let found else { continue }
            loaded.add(try binding.decode(found, in: source), id)
        }
    }

    /// Reads the objects that refer to some owners, by one query for all owners.
    private mutating func loadMembers<Member: Entity>(
        _ type: Member.Type, _ referrers: Referrers, of owners: Set<Value>, _ idType: StoredType
    ) throws(StoreError) {
        let binding = try registry.binding(type)
        let schema = binding.definition.schema
        guard let ordinal = schema.ordinal(of: referrers.attribute), !owners.isEmpty else { return }
        var found: [(object: Member, id: Value, references: [Value])] = []
        try StoreError.typed {
            var query = referrers.query(for: Array(owners), of: idType, in: schema)
            query.filter = try Member.inScope(query.filter, registry.stageContext)
            try source.forEachRecord(query) { record in
                let value = try source.value(of: ordinal, in: schema, of: record)
                found.append(
                    (
                        try binding.decode(record, in: source), try source.id(of: record),
                        value.references(as: idType)
                    ))
                return true
            }
        }
        func key(_ owner: Value) -> LoadedObjects.MemberKey {
            LoadedObjects.MemberKey(
                type, attribute: referrers.attribute, owner: owner)
        }
        for owner in owners { loaded.include(key(owner)) }
        for (object, id, references) in found {
            if !loaded.has(type, id) { loaded.add(object, id) }
            for owner in Set(references) where owners.contains(owner) {
                loaded.add(id, to: key(owner))
            }
        }
    }
}
