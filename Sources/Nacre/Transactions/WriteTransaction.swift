internal import NacreEngine
internal import NacreFormat

/// A pending change of a store, which the closure of `performChanges` works with. It reads its own
/// writes. The compiler keeps it inside the closure; it can be passed on to functions,
/// `func seed(_ changes: WriteTransaction) throws`.
///
/// Each call is atomic: after an error, nothing of the call is left, and the change may go on if
/// the closure catches the error.
public struct WriteTransaction: ~Escapable, Reader {
    let changes: Changes
    let registry: EntityRegistry
    /// The run of hooks; nil if no entity of the store has any.
    let hooks: HookRun?

    @_lifetime(immortal)
    init(_ changes: Changes, _ registry: EntityRegistry) {
        self.changes = changes
        self.registry = registry
        hooks = registry.withHooks { $0.isEmpty } ? nil : HookRun()
    }

    /// The source of reads; for the library.
    public var source: ReadSource { ReadSource(content: .changes(changes), registry: registry) }

    /// Runs a part of the change that can fail by itself. If the closure throws, its changes are
    /// undone, the error is rethrown, and all earlier changes stay. Savepoints nest.
    ///
    /// ```swift
    /// for line in lines {
    ///     do { try changes.savepoint { try add(line, changes) } } catch { skipped.append(line) }
    /// }
    /// ```
    public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        try changes.savepoint(body)
    }

    /// Encodes an object into a record that is valid until the next one is encoded.
    /// - Parameter isNew: Whether there must be no object with its id.
    func encoded<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>, isNew: Bool = false
    ) throws(StoreError) -> RecordBuilder {
        let draft = try changes.emptyDraft(binding.definition)
        try encode(object, into: draft, binding, isNew: isNew)
        return draft
    }

    /// Encodes an object into an empty record.
    /// - Parameter isNew: Whether there must be no object with its id.
    func encode<Owner: Entity>(
        _ object: Owner, into draft: RecordBuilder, _ binding: EntityBinding<Owner>, isNew: Bool
    ) throws(StoreError) {
        try binding.encode(object, into: draft)
        guard binding.keepsStored, !isNew else { return }
        try StoreError.typed { try binding.keepStored(of: object, in: draft, from: changes) }
    }
}
