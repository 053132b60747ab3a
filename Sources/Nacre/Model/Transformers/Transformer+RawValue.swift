extension Transformer where Value: RawRepresentable, Stored == Value.RawValue {
    /// The raw value of a type that has raw values. Reading one that the type does not know throws.
    @inlinable
    public static var rawValue: Self {
        Transformer(
            stages: [], transform: { $0.rawValue },
            reverse: { raw in
                guard let value = Value(rawValue: raw) else { throw Self.unknownRawValue(raw) }
                return value
            })
    }

    @usableFromInline
    static func unknownRawValue(_ raw: Stored) -> any Error {
        AttributeError.unknownRawValue(type: "\(Value.self)", value: "\(raw)")
    }
}
