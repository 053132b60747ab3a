/// An attribute with a stage that may store equal values differently. Examples are stages that
/// compress or write a property list, which different library versions may do differently, and the
/// program's own stages declared that way. Such an attribute can only be fetched and compared with
/// nil.
public typealias OpaqueField<Root, Value: Sendable> = StagedField<Root, Value, Keeps.Nothing>
