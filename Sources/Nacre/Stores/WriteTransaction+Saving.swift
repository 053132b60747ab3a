internal import NacreEngine
internal import NacreFormat

/// Whether there must be an object with the id already.
enum SaveKind {
    case insert, update, save
}

/// The one way of objects into the store: what hooks make of them, the rules, the record.
extension WriteTransaction {
    /// - Parameter draft: of the object, if it is encoded already.
    /// - Returns: the object as it was stored.
    @discardableResult
    func write<Owner: Entity>(
        _ object: Owner, as kind: SaveKind, _ binding: EntityBinding<Owner>,
        encoded draft: RecordBuilder? = nil
    ) throws(StoreError) -> Owner {
        if let willSave = willSave(binding) {
            return try write(object, as: kind, binding, asking: willSave)
        }
        return try writePrepared(object, as: kind, binding, encoded: draft)
    }

    /// The same for an object that its hook has seen.
    /// - Returns: the object as it was stored: those that it holds may have hooks, too.
    func writePrepared<Owner: Entity>(
        _ object: Owner, as kind: SaveKind, _ binding: EntityBinding<Owner>,
        encoded draft: RecordBuilder? = nil
    ) throws(StoreError) -> Owner {
        guard !binding.model.holdsObjects else {
            return try writeHolding(object, binding) {
                try store($0, as: kind, binding.definition)
            }
        }
        try writeAlone(object, as: kind, binding, encoded: draft)
        return object
    }

    /// The same for an object that nobody changes on its way, and that holds no others. It is not
    /// returned, because one that is gets copied, each of its texts counted.
    private func writeAlone<Owner: Entity>(
        _ object: Owner, as kind: SaveKind, _ binding: EntityBinding<Owner>,
        encoded draft: RecordBuilder? = nil
    ) throws(StoreError) {
        if !binding.checks.isEmpty { try validate(object, binding) }
        let record =
            if let draft { draft } else {
                try encoded(object, binding, isNew: kind == .insert)
            }
        do { try store(record, as: kind, binding.definition) } catch {
            throw StoreError.wrapping(error)
        }
    }

    /// The same, one object after another in the same draft.
    private func writeAllAlone<Owner: Entity>(
        _ objects: some Sequence<Owner>, as kind: SaveKind, _ binding: EntityBinding<Owner>
    ) throws(StoreError) {
        let (definition, draft) = (binding.definition, try changes.emptyDraft(binding.definition))
        let hasChecks = !binding.checks.isEmpty
        try forEach(objects, binding) { object throws(StoreError) in
            if hasChecks { try validate(object, binding) }
            draft.reset()
            try encode(object, into: draft, binding, isNew: kind == .insert)
            try StoreError.typed { try store(draft, as: kind, definition) }
        }
    }

    /// Writes objects one after another.
    func writeAll<Owner: Entity>(
        _ objects: some Sequence<Owner>, as kind: SaveKind, _ binding: EntityBinding<Owner>
    ) throws(StoreError) {
        if willSave(binding) == nil, !binding.model.holdsObjects {
            return try writeAllAlone(objects, as: kind, binding)
        }
        try forEach(objects, binding) { object throws(StoreError) in
            try write(object, as: kind, binding)
        }
    }

    /// Apart from where it is called: else every object, with rules or without, would pay for
    /// looking up the type of the collection.
    @inline(never)
    private func validate<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>
    ) throws(StoreError) {
        try binding.validate(CollectionOfOne(object))
    }

    private func store(
        _ record: RecordBuilder, as kind: SaveKind, _ definition: EntityDefinition
    ) throws {
        switch kind {
        case .insert: try changes.insert(record, into: definition)
        case .update: try changes.update(record, of: definition)
        case .save: try changes.save(record, in: definition)
        }
    }

    /// Passes on objects one after another. Of all rules that they break nothing is stored, and all
    /// of them are in one error.
    /// - Parameter storesEach: whether each object is stored as it is, unless a hook changes it.
    func forEach<Owner: Entity>(
        _ objects: some Sequence<Owner>, _ binding: EntityBinding<Owner>, storesEach: Bool = true,
        _ body: (Owner) throws(StoreError) -> Void
    ) throws(StoreError) {
        let hasHook = willSave(binding) != nil
        if binding.checks.isEmpty, !hasHook {
            try passOn(objects, body)
        } else if storesEach, !hasHook {
            // Looked at twice: some sequences can be gone through only once.
            let all = Array(objects)
            try binding.validate(all)
            for object in all { try body(object) }
        } else {
            try StoreError.typed { try collectViolations(objects, body) }
        }
    }

    private func passOn<Owner: Entity>(
        _ objects: some Sequence<Owner>, _ body: (Owner) throws(StoreError) -> Void
    ) throws(StoreError) {
        // In place where they stand in memory, so that none is copied: each copy counts references.
        if let array = objects as? [Owner] {
            try unsafe array.withUnsafeBufferPointer { (objects) throws(StoreError) in
                for place in 0..<array.count { try body(unsafe objects[place]) }
            }
        } else if let slice = objects as? ArraySlice<Owner> {
            try unsafe slice.withUnsafeBufferPointer { (objects) throws(StoreError) in
                for place in 0..<slice.count { try body(unsafe objects[place]) }
            }
        } else {
            for object in objects { try body(object) }
        }
    }

    /// Stores objects, or whatever gives some, one after another: all is undone if there is
    /// anything wrong, and all rules that they break are in one error.
    package func collectViolations<Element>(
        _ objects: some Sequence<Element>, _ body: (Element) throws -> Void
    ) throws {
        try changes.savepoint { _ = try storeOnce(objects, postponing: [], body) }
    }

    /// The same of objects that stand in each other's way: one that takes over what is unique of
    /// another, or refers to it while that one is deleted, is stored behind it.
    /// - Parameters:
    ///   - groups: none of them empty.
    ///   - body: stores a group at once. It gets the members one by one where no group can be
    ///     stored as it is: one of them may be what all others wait for.
    package func settle<Element>(
        _ groups: [[Element]], _ body: ([Element]) throws -> Void
    ) throws {
        let codes: [StoreError.Code] = [.uniqueViolation, .deleteDenied]
        try changes.savepoint {
            var waiting = groups
            while !waiting.isEmpty {
                var (postponed, first) = try storeOnce(waiting, postponing: codes, body)
                if let first, postponed.count == waiting.count {
                    postponed = try waiting.map { group in
                        guard group.count > 1 else { return group }
                        return try storeOnce(group, postponing: codes) { try body([$0]) }.postponed
                    }
                    if postponed.joined().count == waiting.joined().count { throw first }
                }
                waiting = postponed.filter { !$0.isEmpty }
            }
        }
    }

    /// - Parameter codes: of errors that may be none once others are stored.
    /// - Returns: the objects that had such errors, and the first of these.
    private func storeOnce<Element>(
        _ objects: some Sequence<Element>, postponing codes: [StoreError.Code],
        _ body: (Element) throws -> Void
    ) throws -> (postponed: [Element], first: StoreError?) {
        var violations: [Violation] = []
        var (postponed, first) = ([Element](), StoreError?.none)
        for object in objects {
            do { try changes.savepoint { try body(object) } } catch let error as StoreError {
                if error.code == .invalidObject {
                    violations += error.violations
                } else {
                    guard codes.contains(error.code) else { throw error }
                    postponed.append(object)
                    first = first ?? error
                }
            }
        }
        if !violations.isEmpty { throw StoreError(violations) }
        return (postponed, first)
    }
}
