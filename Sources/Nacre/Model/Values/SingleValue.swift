internal import NacreFormat

/// A type that is stored as one value or as nil: ``Storable`` types and optionals of them. Filters
/// compare them and sorts order by them.
public protocol SingleValue: WholeValue {
    /// The type of the value, where it is not nil: that of what an optional wraps.
    associatedtype Single: Storable = Self
    /// What is stored for the value, as filters compare it.
    /// - Throws: what the type's transformer throws.
    func storedValue() throws -> StoredValue
}

extension Optional: SingleValue where Wrapped: Storable {
    /// The type of the value, where it is not nil.
    public typealias Single = Wrapped

    /// What is stored for the value, as filters compare it.
    public func storedValue() throws -> StoredValue {
        try self?.storedValue() ?? StoredValue(.null)
    }
}
