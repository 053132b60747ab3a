/// The reason why a call of a worker failed. Nothing of the call was done, with one exception:
/// ``WorkerProtocol/findOrCreate(_:_:)`` may have saved a value that cannot be mapped back.
public enum WorkerError: Error, Sendable {
    /// Reading failed: a `StoreError`, or a ``MappingError``.
    case cannotFetch(any Error)
    /// Writing failed: a `StoreError`, or a ``MappingError``.
    case cannotSave(any Error)

    /// The error that caused the failure.
    public var underlying: any Error {
        switch self {
        case .cannotFetch(let error), .cannotSave(let error): error
        }
    }
}

extension WorkerError: CustomStringConvertible {
    /// The failed action, and the reason.
    public var description: String {
        switch self {
        case .cannotFetch(let error): "Cannot fetch: \(error)"
        case .cannotSave(let error): "Cannot save: \(error)"
        }
    }
}

/// The error that a record cannot be mapped to a domain value, or a domain value to a record.
public struct MappingError: Error, Sendable {
    /// The name of the record's entity.
    public let entity: String
    /// The id of the record; nil if the value did not become one.
    public let id: String?
    /// The error of the type's own code.
    public let underlying: any Error
}

extension MappingError: CustomStringConvertible {
    /// The record and the reason.
    public var description: String {
        guard let id else {
            return "A value could not be converted to a '\(entity)': \(underlying)"
        }
        return "'\(entity)' with id \(id) could not be converted to a value: \(underlying)"
    }
}
