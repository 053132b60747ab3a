internal import NacreEngine
internal import NacreFormat

/// The result of upserting an object.
enum Upserted<Owner: Entity> {
    /// The object was stored as it is, except for changes of hooks.
    case added(Owner)
    /// The object met an existing one, which has this id.
    case found(id: NacreFormat.Value)
}

/// Handling of objects that upserts find.
extension WriteTransaction {
    /// Adds an object, or applies a rule to the existing one.
    func put<Owner: Entity>(
        _ object: Owner, _ rule: UpsertRule<Owner>, _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> Upserted<Owner> {
        let draft = try encoded(object, binding)
        guard let holder = try idOfHolder(of: draft, rule, binding) else {
            return .added(try write(object, as: .insertAtOnce, binding, encoded: draft))
        }
        try resolve(object, draft, holder, rule, binding)
        return .found(id: holder)
    }

    /// Saves an object whose entity declares upsert rules.
    /// - Parameter held: The stored objects that the objects it holds met, if these are saved
    ///   already; otherwise nil.
    func putByRules<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>, held: MetObjects? = nil
    ) throws(StoreError) -> Upserted<Owner> {
        let draft = try encoded(object, binding)
        if try isThere(draft, binding.definition) {
            return .added(try write(object, as: .update, binding, encoded: draft))
        }
        guard let met = try metObject(draft, binding) else {
            return .added(try write(object, as: .insertAtOnce, binding, encoded: draft))
        }
        try resolve(object, draft, met.id, met.rule, binding, held: held)
        return .found(id: met.id)
    }

    /// Returns the object as it is in the store now.
    func stored<Owner: Entity>(
        _ upserted: Upserted<Owner>, _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> Owner {
        switch upserted {
        case .added(let object): return object
        case .found(let id):
            guard let found = try binding.reader.record(with: id, of: nil, in: changes) else {
                throw StoreError(
                    .noSuchObject,
                    "The object of '\(binding.model.name)' with the id \(Self.text(id)) is gone:"
                        + " the upsert has deleted it."
                ).about(binding.model.name, id: Self.text(id))
            }
            return try binding.decode(found, in: changes)
        }
    }

    /// Returns whether there is an object with the id of a draft.
    func isThere(
        _ draft: RecordBuilder, _ definition: EntityDefinition
    ) throws(StoreError) -> Bool {
        do {
            let id = try draft.value(definition.schema.idOrdinal)
            return try changes.find(id, in: definition) != nil
        } catch {
            throw StoreError.wrapping(error)
        }
    }

    private func idOfHolder<Owner: Entity>(
        of draft: RecordBuilder, _ rule: UpsertRule<Owner>, _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> NacreFormat.Value? {
        do {
            let found = try changes.holder(of: draft, by: rule.constraint, binding.definition)
            return try found.map { try changes.id(of: $0) }
        } catch {
            throw StoreError.wrapping(error)
        }
    }

    /// Returns the id of the one object that has unique values of a draft, and the first rule that
    /// finds it.
    /// - Throws: `uniqueViolation` if there are several: the library cannot decide which of them
    ///   the draft is.
    func metObject<Owner: Entity>(
        _ draft: RecordBuilder, _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> (id: NacreFormat.Value, rule: UpsertRule<Owner>)? {
        var met: (id: NacreFormat.Value, rule: UpsertRule<Owner>)?
        for rule in binding.upsertRules {
            guard let id = try idOfHolder(of: draft, rule, binding) else { continue }
            guard let first = met else {
                met = (id, rule)
                continue
            }
            guard first.id != id else { continue }
            throw StoreError(
                .uniqueViolation,
                "The object matches two objects of '\(binding.model.name)': the one with the id"
                    + " \(Self.text(first.id)) by '\(first.rule.constraint.name)', and the one with"
                    + " the id \(Self.text(id)) by '\(rule.constraint.name)'. Delete one of them,"
                    + " or choose one with upsert(_:on:)."
            ).about(binding.model.name, rule.constraint.attributes).with(
                obstacle: obstacle(id, rule, binding))
        }
        return met
    }

    /// Applies a rule to the existing object.
    /// - Parameters:
    ///   - draft: The new object's record.
    ///   - id: The existing object's id.
    ///   - held: The stored objects that held ones met, if these are saved already.
    private func resolve<Owner: Entity>(
        _ object: Owner, _ draft: RecordBuilder, _ id: NacreFormat.Value,
        _ rule: UpsertRule<Owner>, _ binding: EntityBinding<Owner>, held: MetObjects? = nil
    ) throws(StoreError) {
        switch rule.conflict.kind {
        case .keepExisting: return
        case .error:
            throw StoreError(
                .uniqueViolation,
                "There is an object of '\(binding.model.name)' with this"
                    + " '\(rule.constraint.name)' already: the one with the id \(Self.text(id))."
            ).about(binding.model.name, rule.constraint.attributes).with(
                obstacle: obstacle(id, rule, binding))
        case .values(.all) where binding.isStoredAsItIs:
            // The draft has the values to be stored, except for the id.
            try writing(over: id, rule, binding) {
                guard draft.set(binding.definition.schema.idOrdinal, to: id) else { return }
                if binding.keepsStored {
                    try binding.keepStored(of: object, in: draft, from: changes)
                }
                try changes.comparingAtOnce {
                    try changes.update(draft, of: binding.definition)
                }
            }
        case .values(let taken):
            var draft = draft
            if binding.model.holdsObjects {
                // Held objects must be stored before references to them are taken over. Writing
                // them may reuse the draft, so the object is encoded again.
                let met = if let held { held } else { try writeHeld(by: object, binding) }
                draft = try encoded(object, binding)
                try StoreError.typed { try redirect(draft, to: met, binding.reader) }
            }
            let ordinals = try binding.ordinals(of: taken, draft)
            let merged = try merged(draft, ordinals, over: id, binding)
            try writing(over: id, rule, binding) {
                _ = try write(binding.object(of: merged, in: changes), as: .updateAtOnce, binding)
            }
        case .closure(let change):
            guard let found = try binding.reader.record(with: id, of: nil, in: changes) else {
                return
            }
            let stored = try binding.decode(found, in: changes)
            var merged = stored
            try StoreError.typed { try change(&merged, object) }
            guard merged.id == stored.id else {
                throw StoreError.idChanged(Owner.self, stored.id)
            }
            let changed = merged
            try writing(over: id, rule, binding) {
                _ = try write(changed, as: .updateAtOnce, binding)
            }
        }
    }

    /// Returns the existing object's values, with the draft's values at some ordinals.
    private func merged<Owner: Entity>(
        _ draft: RecordBuilder, _ ordinals: [Int], over id: NacreFormat.Value,
        _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> [NacreFormat.Value] {
        let schema = binding.definition.schema
        return try StoreError.typed {
            guard let found = try changes.find(id, in: binding.definition) else { return [] }
            var values = try changes.values(of: found, schema: schema)
            for ordinal in ordinals { values[ordinal] = try draft.value(ordinal) }
            return values
        }
    }

    /// Runs a closure that overwrites an object that was found by one constraint, and that may
    /// break another one.
    private func writing<Owner: Entity>(
        over id: NacreFormat.Value, _ rule: UpsertRule<Owner>, _ binding: EntityBinding<Owner>,
        _ body: () throws -> Void
    ) throws(StoreError) {
        do { try body() } catch {
            guard let error = error as? StoreError, error.code == .uniqueViolation else {
                throw StoreError.wrapping(error)
            }
            let refusal = StoreError(
                .uniqueViolation,
                "The upsert found the object of '\(binding.model.name)' with the id"
                    + " \(Self.text(id)) by '\(rule.constraint.name)', but cannot give it the new"
                    + " values. \(error.message)"
            ).about(
                binding.model.name, error.subject?.attributes ?? [], id: Self.text(id))
            throw error.obstacle.map { refusal.with(obstacle: $0) } ?? refusal
        }
    }

    private func obstacle<Owner: Entity>(
        _ id: NacreFormat.Value, _ rule: UpsertRule<Owner>, _ binding: EntityBinding<Owner>
    ) -> ErrorObject {
        ErrorObject(
            entity: binding.model.name, attributes: rule.constraint.attributes, id: Self.text(id))
    }

    private static func text(_ id: NacreFormat.Value) -> String { NestedValue(.value(id)).jsonText }
}

extension EntityBinding {
    /// Whether no stored value of an object depends on its id, and neither hooks nor rules apply.
    fileprivate var isStoredAsItIs: Bool {
        hooks.willSave == nil && checks.isEmpty && !model.holdsObjects && !model.derivesValues
            && whole == nil
    }

    /// Returns the ordinals of the values that are taken from a new object, without its id.
    fileprivate func ordinals(
        of taken: UpsertConflict<Owner>.TakenValues, _ draft: RecordBuilder
    ) throws(StoreError) -> [Int] {
        let id = definition.schema.idOrdinal
        switch taken {
        case .all:
            return definition.schema.attributes.indices.filter {
                $0 != id && !lackingOrdinals.contains($0)
            }
        case .allButNil:
            return try StoreError.typed {
                try storedOrdinals.filter { try !draft.value($0[0]).isNull }.flatMap { $0 }
                    .filter { $0 != id }
            }
        case .fields(let paths):
            var ordinals: [Int] = []
            for path in paths { ordinals += try self.ordinals(of: path) }
            return ordinals.filter { $0 != id }
        }
    }

    private func ordinals(of path: FieldPath) throws(StoreError) -> [Int] {
        let name = path.name
        let leaves = model.leaves.filter { $0.name == name || $0.name.hasPrefix("\(name).") }
        guard path.references.isEmpty, !leaves.isEmpty else {
            throw StoreError(
                .invalidValue,
                "'\(name)' is not an attribute of '\(model.name)' that an upsert can take over.")
        }
        if let owner = leaves[0].optionalOwner {
            throw StoreError(
                .invalidValue,
                "'\(name)' of '\(model.name)' is a part of '\(owner)', which may be nil: an upsert"
                    + " takes over all of '\(owner)' or nothing of it.")
        }
        return leaves.compactMap { definition.schema.ordinal(of: $0.name) }
    }
}
