internal import NacreEngine
internal import NacreFormat

/// The hooks that are running in one change, each called by another one. A hook is not called again
/// for an object for which it is running already.
final class HookRun {
    private var saving: Set<ObjectName> = []
    private var deleting: Set<ObjectName> = []

    /// The maximum number of `willSave` hooks that call one another, and of rounds of `willDelete`
    /// hooks. More are taken for an endless chain. Each nested hook takes a part of the stack.
    static let depthMax = 64

    /// Runs a `willSave`.
    /// - Throws: `hookLoop` if the object is saved by its own `willSave`, directly or through other
    ///   objects, because the outer save would overwrite the inner one; or if too many hooks call
    ///   one another.
    func save(_ key: ObjectName, _ body: () throws -> Void) throws {
        guard !saving.contains(key) else {
            throw loop(
                key,
                "is saved again by its own willSave. Change the object there without saving it.")
        }
        guard saving.count < Self.depthMax else {
            throw loop(key, "is the last of \(Self.depthMax) that each save the next one.")
        }
        saving.insert(key)
        defer { saving.remove(key) }
        try body()
    }

    /// Returns whether an object's `willDelete` was called by a deletion that is still in progress.
    func isDeleting(_ key: ObjectName) -> Bool { deleting.contains(key) }

    /// Runs the `willDelete` of an object, whose deletion is in progress until ``forget(_:)``.
    func delete(_ key: ObjectName, _ body: () throws -> Void) throws {
        deleting.insert(key)
        try body()
    }

    /// Ends the deletion of some objects.
    func forget(_ keys: Set<ObjectName>) { deleting.subtract(keys) }

    private func loop(_ key: ObjectName, _ problem: String) -> StoreError {
        StoreError(.hookLoop, "The object of \(key.text) \(problem)")
            .about(key.entity, id: key.idText)
    }
}

extension ObjectName {
    /// The object as text for errors.
    var text: String { "'\(entity)' with the id \(idText)" }

    /// The id as text for errors.
    var idText: String { NestedValue(.value(id)).jsonText }

    /// Returns the error of a change in which a hook of the object has thrown an error.
    func refusal(_ error: any Error, of hook: String) -> StoreError {
        if let error = error as? StoreError { return error }
        return StoreError(
            .refused, "The \(hook) of the object of \(text) refused. The call changed nothing.",
            cause: ErrorText.reason(error)
        ).about(entity, id: idText).with(underlying: error)
    }
}
