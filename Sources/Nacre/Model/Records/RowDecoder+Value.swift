extension RowDecoder {
    /// Reads a value from the next slots. Generated code calls this instead of the type's own
    /// function: that need not throw, and the compiler would warn of the `try` in front of it.
    @inlinable @inline(__always)
    public mutating func decode<Value: AttributeValue>(_ type: Value.Type) throws -> Value {
        try Value.decode(from: &self)
    }
}
