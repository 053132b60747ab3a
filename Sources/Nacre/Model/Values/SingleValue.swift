internal import NacreFormat

/// A type that is stored as one value or as nil: a ``Storable`` type or an optional of one. Filters
/// compare such values, and sorts order by them.
public protocol SingleValue: WholeValue {
    /// The type of a value that is not nil: the type itself, or the type that an optional wraps.
    associatedtype Single: Storable = Self
    /// Returns the stored form of the value, by which filters compare it.
    /// - Throws: The error of the type's transformer.
    func storedValue() throws -> StoredValue
}

extension Optional: SingleValue where Wrapped: Storable {
    /// The type of a value that is not nil.
    public typealias Single = Wrapped

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() throws -> StoredValue {
        try self?.storedValue() ?? StoredValue(.null)
    }
}
