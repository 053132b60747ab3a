package import NacreFormat

/// Gives objects the values that they had in a former state.
extension Changes {
    /// Restores an object, and others that it leads to.
    /// - Parameters:
    ///   - state: A state of this store.
    ///   - withTargets: Whether objects that are gone and that restored ones refer to are restored,
    ///     too.
    ///   - isHeld: Returns whether the objects that an attribute refers to are restored in any
    ///     case. Called with an entity's name and the attribute's ordinal.
    ///   - apply: Applies a step. Steps may refer to objects of later ones.
    /// - Returns: Whether the state has the object. Otherwise nothing changes.
    /// - Throws: `danglingReference`, which lists the objects that are gone, and what writing
    ///   throws. Nothing of this call is stored then.
    @discardableResult
    package func restore(
        _ id: Value, of entity: String, from state: DatabaseSnapshot, withTargets: Bool = false,
        isHeld: (String, Int) -> Bool = { _, _ in false },
        _ apply: ([RevertStep]) throws -> Void
    ) throws -> Bool {
        var restoration = Restoration(state, withTargets: withTargets)
        guard try restoration.add(ObjectName(entity: entity, id: id), self) else { return false }
        try restoration.follow(self, isHeld)
        try savepoint { try apply(restoration.steps) }
        return true
    }
}

/// The objects that are restored together, the requested one first. Found without recursion,
/// because a chain of references may be as long as the store.
private struct Restoration {
    private let state: DatabaseSnapshot
    private let withTargets: Bool
    private(set) var steps: [Changes.RevertStep] = []
    private var names: Set<ObjectName> = []

    init(_ state: DatabaseSnapshot, withTargets: Bool) {
        self.state = state
        self.withTargets = withTargets
    }

    /// Adds an object.
    /// - Returns: Whether the state has it.
    mutating func add(_ name: ObjectName, _ changes: Changes) throws -> Bool {
        guard let schema = changes.catalog[name.entity]?.schema,
            let own = state.catalog[name.entity], let found = try state.find(name.id, in: own)
        else { return false }
        names.insert(name)
        steps.append(
            Changes.RevertStep(
                schema: schema, id: name.id,
                former: try state.values(of: found, schema: schema), written: nil))
        return true
    }

    /// Adds the objects that the others lead to, as far as they are to be restored.
    mutating func follow(_ changes: Changes, _ isHeld: (String, Int) -> Bool) throws {
        var missing: [MissingTargets] = []
        var place = 0
        while place < steps.count {
            let step = steps[place]
            for (ordinal, attribute) in step.schema.attributes.enumerated() {
                guard let target = attribute.reference.flatMap({ changes.catalog[$0] }),
                    let value = step.former?[ordinal], !value.isNull
                else { continue }
                let isHeld = isHeld(step.schema.name, ordinal)
                var gone: [Value] = []
                for id in value.references(as: target.schema.idAttribute.type) {
                    let name = ObjectName(entity: target.schema.name, id: id)
                    if names.contains(name) { continue }
                    let isGone = try !changes.exists(id, in: target)
                    if isHeld || withTargets && isGone, try add(name, changes) { continue }
                    if isGone, attribute.deleteRule != .noAction { gone.append(id) }
                }
                if !gone.isEmpty {
                    missing.append(MissingTargets(step: step, attribute: attribute, ids: gone))
                }
            }
            place += 1
        }
        // An object may refer to one that was added after it.
        for place in missing.indices {
            let target = missing[place].attribute.reference ?? ""
            missing[place].ids.removeAll { names.contains(ObjectName(entity: target, id: $0)) }
        }
        missing.removeAll(where: \.ids.isEmpty)
        if let error = MissingTargets.error(missing) { throw error }
    }
}

/// The objects that are gone and that a restored object would refer to.
private struct MissingTargets {
    let step: Changes.RevertStep
    let attribute: AttributeSchema
    var ids: [Value]

    private static let namedMax = 20

    /// Returns the error that lists them; nil if there are none.
    static func error(_ all: [MissingTargets]) -> StoreError? {
        guard let first = all.first else { return nil }
        let texts = all.flatMap { missing in
            missing.ids.map { id in
                "\(FilterText.literal(id)) of '\(missing.attribute.reference ?? "")' (by"
                    + " '\(missing.attribute.name)' of the object of '\(missing.step.schema.name)'"
                    + " with the id \(FilterText.literal(missing.step.id)))"
            }
        }
        let more = texts.count > namedMax ? ", and \(texts.count - namedMax) others" : ""
        let (schema, attribute) = (first.step.schema, first.attribute)
        let id = FilterText.literal(first.step.id)
        return StoreError(
            .danglingReference,
            "The object would refer to objects that are gone:"
                + " \(texts.prefix(namedMax).joined(separator: ", "))\(more). Restore them with it"
                + " (.withTargets), or before it."
        ).about(schema.name, [attribute.name], id: id).with(
            obstacle: ErrorObject(entity: schema.name, attributes: [attribute.name], id: id))
    }
}
