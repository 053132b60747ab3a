internal import NacreEngine
internal import NacreFormat

/// The hooks of all entities of a store, by the entities' names. They are for objects whose type
/// the caller does not know. A class, because every change accesses it.
final class StoreHooks: Sendable {
    /// A hook of the object with an id.
    typealias ObjectHook = @Sendable (NacreFormat.Value, WriteTransaction) throws -> Void

    private let list: List

    /// Collects the hooks.
    /// - Parameter entities: A closure for each entity, which adds the entity's hooks.
    init(_ entities: [@Sendable (inout List) -> Void]) {
        var list = List()
        for add in entities { add(&list) }
        self.list = list
    }

    var didSave: [@Sendable (Commit) throws -> Void] { list.didSave }

    /// Whether no entity has a hook or a derived attribute.
    var isEmpty: Bool { !watchesDeletions && list.didSave.isEmpty }

    /// Whether a deletion may have to call a hook or to compute derived attributes again.
    var watchesDeletions: Bool { !list.willDelete.isEmpty || !list.resave.isEmpty }

    /// Returns a closure that calls the `willDelete` of the object with an id. It deletes nothing.
    func willDelete(of entity: String) -> ObjectHook? { list.willDelete[entity] }

    /// Returns a closure that saves the object with an id again, after a deletion has changed it.
    func resave(of entity: String) -> ObjectHook? { list.resave[entity] }

    /// The hooks of the entities.
    struct List: Sendable {
        fileprivate var willDelete: [String: ObjectHook] = [:]
        fileprivate var resave: [String: ObjectHook] = [:]
        fileprivate var didSave: [@Sendable (Commit) throws -> Void] = []
    }
}

extension StoreHooks.List {
    mutating func add<Owner: Entity>(_ binding: EntityBinding<Owner>) {
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
