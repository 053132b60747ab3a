internal import NacreEngine
internal import NacreFormat

/// The hooks of all entities of a store, by the entities' names. They are for objects whose type
/// the caller does not know. A class, because every change accesses it.
final class StoreHooks: AnyHooks, @unchecked Sendable {
    // SAFETY: all properties are constant.
    /// A hook of the object with an id.
    typealias ObjectHook = @Sendable (NacreFormat.Value, WriteTransaction) throws -> Void

    private let willDelete: [String: ObjectHook]
    private let resave: [String: ObjectHook]
    let didSave: [@Sendable (Commit) throws -> Void]

    /// Collects the hooks of all entities.
    init(_ registry: EntityRegistry) {
        let collector = Collector()
        registry.accept(collector)
        (willDelete, resave) = (collector.willDelete, collector.resave)
        didSave = collector.didSave
    }

    /// Whether no entity has a hook or a derived attribute.
    var isEmpty: Bool { !watchesDeletions && didSave.isEmpty }

    /// Whether a deletion may have to call a hook or to compute derived attributes again.
    var watchesDeletions: Bool { !willDelete.isEmpty || !resave.isEmpty }

    /// Returns a closure that calls the `willDelete` of the object with an id. It deletes nothing.
    func willDelete(of entity: String) -> ObjectHook? { willDelete[entity] }

    /// Returns a closure that saves the object with an id again, after a deletion has changed it.
    func resave(of entity: String) -> ObjectHook? { resave[entity] }

    /// Collects the hooks of each entity.
    private final class Collector: BindingVisitor {
        var willDelete: [String: ObjectHook] = [:]
        var resave: [String: ObjectHook] = [:]
        var didSave: [@Sendable (Commit) throws -> Void] = []

        func visit<Owner: Entity>(_ binding: EntityBinding<Owner>) {
            // The hooks of the whole entity are those of all its views.
            if binding.whole != nil { return }
            let (name, hooks) = (binding.model.name, binding.hooks)
            if let hook = hooks.didSave { didSave.append(hook) }
            if let hook = hooks.willDelete {
                willDelete[name] = { id, changes in
                    try changes.call(hook, ObjectName(entity: name, id: id), binding)
                }
            }
            // Values derived from a reference that was lost have to be computed again.
            if hooks.willSave != nil || binding.model.derivesValues {
                resave[name] = { id, changes in
                    guard let object = try changes.object(id, binding) else { return }
                    try changes.write(object, as: .update, binding)
                }
            }
        }
    }
}
