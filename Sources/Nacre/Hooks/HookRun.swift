internal import NacreEngine
internal import NacreFormat

/// The hooks that run in one change, each called by another one: none is called again for an object
/// that it runs for already.
final class HookRun {
    private var saving: Set<ObjectName> = []
    private var deleting: Set<ObjectName> = []

    /// So many hooks may call each other before that is taken for an endless chain. Each takes a
    /// piece of the stack.
    static let depthMax = 64

    /// Runs a `willSave`.
    /// - Throws: `hookLoop` if the object is saved by its own `willSave`, or by way of others:
    ///   what was saved inside would be overwritten by what is saved outside.
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

    /// Whether an object's `willDelete` was called by a deletion that goes on.
    func isDeleting(_ key: ObjectName) -> Bool { deleting.contains(key) }

    /// Runs the `willDelete` of an object. It counts as one that goes until ``forget(_:)``.
    func delete(_ key: ObjectName, _ body: () throws -> Void) throws {
        deleting.insert(key)
        try body()
    }

    /// The deletion of some objects is over.
    func forget(_ keys: Set<ObjectName>) { deleting.subtract(keys) }

    private func loop(_ key: ObjectName, _ problem: String) -> StoreError {
        StoreError(.hookLoop, "The object of \(key.text) \(problem)")
    }
}

extension ObjectName {
    /// For errors.
    var text: String { "'\(entity)' with the id \(NestedValue(.value(id)).jsonText)" }

    /// The error that a hook of the object has thrown.
    func refusal(_ error: any Error, of hook: String) -> StoreError {
        if let error = error as? StoreError { return error }
        return StoreError(
            .refused, "The \(hook) of the object of \(text) refused. The call changed nothing.",
            cause: ErrorText.reason(error)
        ).with(underlying: error)
    }
}
