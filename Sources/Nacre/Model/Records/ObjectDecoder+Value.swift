extension ObjectDecoder {
    /// Reads a value from the next slots. Generated code calls this instead of the type's own
    /// function. That function may not be a throwing one, and then the compiler would warn about
    /// the `try` before it.
    @inlinable @inline(__always)
    public mutating func decode<Value: AttributeValue>(_ type: Value.Type) throws -> Value {
        try Value.decode(from: &self)
    }
}
