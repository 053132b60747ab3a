internal import NacreEngine
internal import NacreFormat

/// The kind of a write: whether an object with the id must, must not or may exist already.
enum SaveKind {
    case insert, update, save
    /// An upsert's insertion or update: another object with one of its unique values is an error at
    /// once, because the upsert has decided by what is stored.
    case insertAtOnce, updateAtOnce

    var isInsert: Bool { self == .insert || self == .insertAtOnce }

    /// Whether an object is added if there is none with its id.
    var addsObjects: Bool { isInsert || self == .save }
}

/// The one path of objects into the store: hooks, then rules, then the record.
extension WriteTransaction {
    /// Writes an object.
    /// - Parameter draft: The object's encoded record, if there is one already.
    /// - Returns: The object as it was stored.
    @discardableResult
    func write<Owner: Entity>(
        _ object: Owner, as kind: SaveKind, _ binding: EntityBinding<Owner>,
        encoded draft: RecordBuilder? = nil
    ) throws(StoreError) -> Owner {
        if let whole = binding.whole {
            return try write(object, as: kind, binding, encoded: draft, through: whole)
        }
        if let willSave = willSave(binding) {
            return try write(object, as: kind, binding, asking: willSave)
        }
        return try writePrepared(object, as: kind, binding, encoded: draft)
    }

    /// Writes an object that its hook has seen.
    /// - Returns: The object as it was stored: the objects that it holds may have hooks, too.
    func writePrepared<Owner: Entity>(
        _ object: Owner, as kind: SaveKind, _ binding: EntityBinding<Owner>,
        encoded draft: RecordBuilder? = nil
    ) throws(StoreError) -> Owner {
        guard !binding.model.holdsObjects else {
            return try writeHolding(object, binding) {
                try store($0, as: kind, binding.definition)
            }
        }
        if !binding.checks.isEmpty { try validate(object, binding) }
        let record =
            if let draft { draft } else {
                try encoded(object, binding, isNew: kind.isInsert)
            }
        do { try store(record, as: kind, binding.definition) } catch {
            throw StoreError.wrapping(error)
        }
        return object
    }

    /// Writes objects one after another. Those without hooks that hold no others share one draft.
    func writeAll<Owner: Entity>(
        _ objects: some Sequence<Owner>, as kind: SaveKind, _ binding: EntityBinding<Owner>
    ) throws(StoreError) {
        if binding.whole != nil {
            return try StoreError.typed {
                try collectViolations(objects) { try write($0, as: kind, binding) }
            }
        }
        guard willSave(binding) == nil, !binding.model.holdsObjects else {
            return try forEach(objects, binding) { object throws(StoreError) in
                try write(object, as: kind, binding)
            }
        }
        let (definition, draft) = (binding.definition, try changes.emptyDraft(binding.definition))
        let hasChecks = !binding.checks.isEmpty
        try forEach(objects, binding) { object throws(StoreError) in
            if hasChecks { try validate(object, binding) }
            draft.reset()
            try encode(object, into: draft, binding, isNew: kind.isInsert)
            try StoreError.typed { try store(draft, as: kind, definition) }
        }
    }

    /// Not inlined: otherwise every object, with rules or without, would pay for looking up the
    /// collection's type.
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
        case .insertAtOnce:
            try changes.comparingAtOnce { try changes.insert(record, into: definition) }
        case .updateAtOnce:
            try changes.comparingAtOnce { try changes.update(record, of: definition) }
        }
    }

    /// Passes on objects one after another. If any of them break rules, nothing is stored, and one
    /// error has all violations.
    /// - Parameter storesEach: Whether each object is stored as it is, unless a hook changes it.
    func forEach<Owner: Entity>(
        _ objects: some Sequence<Owner>, _ binding: EntityBinding<Owner>, storesEach: Bool = true,
        _ body: (Owner) throws(StoreError) -> Void
    ) throws(StoreError) {
        let hasHook = willSave(binding) != nil
        if binding.checks.isEmpty, !hasHook {
            try passOn(objects, body)
        } else if storesEach, !hasHook {
            // Copied into an array, because it is iterated twice and some sequences allow only one
            // pass.
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
        // Read in place, so that no object is copied: each copy would retain its references.
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

    /// Stores objects, or elements that produce them, one after another. On any error everything is
    /// undone. One error has all violations of rules.
    package func collectViolations<Element>(
        _ objects: some Sequence<Element>, _ body: (Element) throws -> Void
    ) throws {
        try changes.savepoint { _ = try storeOnce(objects, postponing: [], body) }
    }

    /// Stores objects that obstruct each other. An object that takes over another's unique value,
    /// or refers to an object until that one is deleted, is stored after the other.
    /// - Parameters:
    ///   - groups: The objects in groups, none of them empty.
    ///   - body: Stores a group at once. If no group can be stored as it is, it gets the members
    ///     one by one: one of them may be the one that all others wait for.
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

    /// Stores each object once.
    /// - Parameter codes: The codes of errors that may disappear once other objects are stored.
    /// - Returns: The objects that had such errors, and the first of these errors.
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
