/// An attribute whose stages keep equality: equal values are stored equally. Its values can be
/// compared for equality, by an index too. The values may have any `Equatable` type.
public typealias TransformedField<Root, Value: Sendable> = StagedField<Root, Value, Keeps.Equality>
