/// The hooks of an entity. They are looked up once, by the first change, so that no conformance of
/// a type is looked up for each object.
final class EntityHooks<Owner: Entity>: AnyHooks, @unchecked Sendable {
    // SAFETY: all properties are constant.
    typealias WillSaveHook =
        @Sendable (inout Owner, _ old: Owner?, WriteTransaction) throws -> Void
    typealias WillDeleteHook = @Sendable (Owner, WriteTransaction) throws -> Void

    /// The entity's `willSave`. Each of these hooks is nil if the entity does not have it.
    let willSave: WillSaveHook?
    let willDelete: WillDeleteHook?
    let didSave: (@Sendable (Commit) throws -> Void)?

    override init() {
        // A single lookup is enough for most types, which have no hooks. Each lookup searches all
        // conformances of the process.
        guard Owner.self is any Hooked.Type else {
            (willSave, willDelete, didSave) = (nil, nil, nil)
            return
        }
        willSave = (Owner.self as? any WillSave.Type).flatMap { Self.saveHook($0) }
        willDelete = (Owner.self as? any WillDelete.Type).flatMap { Self.deleteHook($0) }
        didSave = (Owner.self as? any DidSave.Type).map { Self.savedHook($0) }
    }

    private static func saveHook<Hooked: WillSave>(_ type: Hooked.Type) -> WillSaveHook? {
        let hook: EntityHooks<Hooked>.WillSaveHook = { object, old, changes in
            try object.willSave(replacing: old, in: changes)
        }
        return (EntityHooks<Hooked>.SaveCarrier(hook: hook) as? SaveCarrier)?.hook
    }

    private static func deleteHook<Hooked: WillDelete>(_ type: Hooked.Type) -> WillDeleteHook? {
        let hook: EntityHooks<Hooked>.WillDeleteHook = { object, changes in
            try object.willDelete(in: changes)
        }
        return (EntityHooks<Hooked>.DeleteCarrier(hook: hook) as? DeleteCarrier)?.hook
    }

    private static func savedHook<Hooked: DidSave>(
        _ type: Hooked.Type
    ) -> @Sendable (Commit) throws -> Void {
        { commit in
            if try commit.touches(type) { type.didSave(try Saved(commit)) }
        }
    }

    // These carry functions of a type that is `Owner`, which the compiler does not know.
    private struct SaveCarrier { let hook: WillSaveHook }
    private struct DeleteCarrier { let hook: WillDeleteHook }
}
