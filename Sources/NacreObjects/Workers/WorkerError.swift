/// Why a worker could not do what it was asked for. Nothing of the call was done, but for a value
/// of ``WorkerProtocol/findOrCreate(_:_:)`` that was saved and could not be mapped back.
public enum WorkerError: Error, Sendable {
    /// Reading failed: a `StoreError`, or a ``MappingError``.
    case cannotFetch(any Error)
    /// Writing failed: a `StoreError`, or a ``MappingError``.
    case cannotSave(any Error)

    /// What went wrong.
    public var underlying: any Error {
        switch self {
        case .cannotFetch(let error), .cannotSave(let error): error
        }
    }
}

extension WorkerError: CustomStringConvertible {
    /// What could not be done, and why.
    public var description: String {
        switch self {
        case .cannotFetch(let error): "Cannot fetch: \(error)"
        case .cannotSave(let error): "Cannot save: \(error)"
        }
    }
}

/// A record and a value of the domain could not be made of one another.
public struct MappingError: Error, Sendable {
    /// The name of the record's entity.
    public let entity: String
    /// Of the record; nil of a value that did not become one.
    public let id: String?
    /// What the type's own code threw.
    public let underlying: any Error
}

extension MappingError: CustomStringConvertible {
    /// Names the record and the reason.
    public var description: String {
        guard let id else {
            return "A value could not be converted to a '\(entity)': \(underlying)"
        }
        return "'\(entity)' with id \(id) could not be converted to a value: \(underlying)"
    }
}
