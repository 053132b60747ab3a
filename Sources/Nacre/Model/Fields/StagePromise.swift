/// The properties of values that an attribute's stages keep in the stored form. They decide which
/// operations on the attribute compile; see ``StagedField``.
public protocol StagePromise: Sendable {}

/// The stages keep neither order nor parts of text.
public protocol UnorderedPromise: StagePromise {}

/// The stages store equal values equally.
public protocol EqualityPromise: StagePromise {}

/// The stages store a lesser value as a lesser one.
public protocol OrderPromise: EqualityPromise {}

/// The stages store values as text, and a part of a value as the same part of the text.
public protocol TextPromise: EqualityPromise {}

/// The combinations of properties that stages can keep. Each is a type without values.
public enum Keeps {
    /// Neither equality nor order, as with `.lz4`.
    public enum Nothing: UnorderedPromise {}
    /// Equality, as with `.json`.
    public enum Equality: EqualityPromise, UnorderedPromise {}
    /// Equality and order, as with `.uuidString`.
    public enum Order: OrderPromise {}
    /// Equality and parts of text.
    public enum Text: TextPromise {}
    /// Equality, order and parts of text.
    public enum OrderAndText: OrderPromise, TextPromise {}
}
