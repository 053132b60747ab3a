/// nil is a null bit. An optional ``Embedded`` struct has one of its own, and its members then have
/// theirs.
extension Optional: AttributeValue where Wrapped: AttributeValue {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { .optional(Wrapped.attributeType) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) throws {
        guard let value = self else {
            row.storeNull()
            return
        }
        row.beginSome()
        try value.encode(into: &row)
    }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) throws -> Self {
        try row.skipsNull() ? nil : try Wrapped.decodeIfThere(from: &row)
    }

    /// The value as an element of a collection.
    public func nested() throws -> NestedValue {
        guard let nested = try self?.nested() else { return .null }
        guard !nested.isNull else {
            throw RowError.notStorable(reason: "a nil inside of an optional would become nil")
        }
        return nested
    }

    /// The value of an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        nested.isNull ? nil : try Wrapped.decodeIfThere(from: nested)
    }
}
