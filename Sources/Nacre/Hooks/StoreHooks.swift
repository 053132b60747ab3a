internal import NacreEngine
internal import NacreFormat

/// The hooks of all entities of a store, by the names of these: what is called for objects whose
/// type the caller does not know. An object, as every change asks for it.
final class StoreHooks: Sendable {
    /// Gets the id of the object.
    typealias ObjectHook = @Sendable (NacreFormat.Value, WriteTransaction) throws -> Void

    private let list: List

    /// - Parameter entities: each adds its own.
    init(_ entities: [@Sendable (inout List) -> Void]) {
        var list = List()
        for add in entities { add(&list) }
        self.list = list
    }

    var didSave: [@Sendable (Commit) throws -> Void] { list.didSave }

    /// Whether no entity has any.
    var isEmpty: Bool { !watchesDeletions && list.didSave.isEmpty }

    /// Whether deletions can concern a hook.
    var watchesDeletions: Bool { !list.willDelete.isEmpty || !list.resave.isEmpty }

    /// Deletes nothing: calls the `willDelete` of the object with an id.
    func willDelete(of entity: String) -> ObjectHook? { list.willDelete[entity] }

    /// Saves the object with an id again, after something else than a save has changed it.
    func resave(of entity: String) -> ObjectHook? { list.resave[entity] }

    /// What the entities have.
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
        // What is derived from a reference that was lost has to be computed again.
        if hooks.willSave != nil || binding.model.derivesValues {
            resave[name] = { id, changes in
                guard let object = try changes.object(id, binding) else { return }
                try changes.write(object, as: .update, binding)
            }
        }
    }
}
