internal import NacreEngine
internal import NacreFormat

/// A pending change of a store: what the closure of `performChanges` works with. It reads its own
/// writes. The compiler keeps it inside of the closure; it can be passed on to functions,
/// `func seed(_ changes: WriteTransaction) throws`.
///
/// Each call is done or not done: after an error nothing of it is left, and the change may go on if
/// the closure catches the error.
public struct WriteTransaction: ~Escapable, Reader {
    let changes: Changes
    let registry: EntityRegistry
    /// Nil if no entity of the store has any.
    let hooks: HookRun?

    @_lifetime(immortal)
    init(_ changes: Changes, _ registry: EntityRegistry) {
        self.changes = changes
        self.registry = registry
        hooks = registry.withHooks { $0.isEmpty } ? nil : HookRun()
    }

    /// Where to read. For the library.
    public var source: ReadSource { ReadSource(content: .changes(changes), registry: registry) }

    /// Runs a part of the change that can fail by itself: if the closure throws, what it did is
    /// undone, the error is thrown on, and what was done before stays. Savepoints nest.
    ///
    /// ```swift
    /// for line in lines {
    ///     do { try changes.savepoint { try add(line, changes) } } catch { skipped.append(line) }
    /// }
    /// ```
    public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        try changes.savepoint(body)
    }

    /// Encodes an object into a record that is good until the next one is encoded.
    /// - Parameter isNew: whether there must be no object with its id.
    func encoded<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>, isNew: Bool = false
    ) throws(StoreError) -> RecordBuilder {
        let draft = try changes.emptyDraft(binding.definition)
        try encode(object, into: draft, binding, isNew: isNew)
        return draft
    }

    /// Encodes an object into an empty record.
    /// - Parameter isNew: whether there must be no object with its id.
    func encode<Owner: Entity>(
        _ object: Owner, into draft: RecordBuilder, _ binding: EntityBinding<Owner>, isNew: Bool
    ) throws(StoreError) {
        try binding.encode(object, into: draft)
        guard binding.keepsStored, !isNew else { return }
        try StoreError.typed { try binding.keepStored(of: object, in: draft, from: changes) }
    }
}
