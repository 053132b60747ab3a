/// Nil is a null bit. An optional ``Embedded`` struct has a null bit of its own, and all its
/// members then have null bits, too.
extension Optional: AttributeValue where Wrapped: AttributeValue {
    /// The stored type of a value.
    public static var attributeType: AttributeType { .optional(Wrapped.attributeType) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) throws {
        guard let value = self else {
            row.storeNull()
            return
        }
        row.beginSome()
        try value.encode(into: &row)
    }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) throws -> Self {
        try row.skipsNull() ? nil : try Wrapped.decodeIfThere(from: &row)
    }

    /// Returns the value as an element of a collection.
    public func nested() throws -> NestedValue {
        guard let nested = try self?.nested() else { return .null }
        guard !nested.isNull else {
            throw AttributeError.notStorable(
                reason: "a nil inside of an optional could not be told from nil")
        }
        return nested
    }

    /// Reads a value from an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        nested.isNull ? nil : try Wrapped.decodeIfThere(from: nested)
    }
}
