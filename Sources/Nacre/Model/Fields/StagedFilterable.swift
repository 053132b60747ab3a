/// A field that filters can test through stages: an attribute, ``StagedField``, or a part of its
/// value, ``InnerStagedField``. The operations available depend on what the stages keep.
public protocol StagedFilterable<Root, Value>: Sendable {
    /// The type that the filter applies to: an entity, or the element of a collection.
    associatedtype Root
    /// The type of the tested value, before the stages.
    associatedtype Value: Sendable
    /// The type that says which properties the stages keep.
    associatedtype Kept: StagePromise
    /// The coding of the stages. For the library.
    var stagedCoding: StagedCoding<Value> { get }
}

/// A part of an attribute's value with stages, in filters: an element, or a property of an embedded
/// struct in a collection.
///
/// ```swift
/// let ours = Site.where { $0.devices.contains { $0 == device } }
/// let sealed = City.where { $0.museums.contains { $0.opened < date } }
/// ```
public struct InnerStagedField<Root, Value: Sendable, Kept: StagePromise>: StagedFilterable {
    /// The coding of the stages. For the library.
    public let stagedCoding: StagedCoding<Value>

    init(_ coding: StagedCoding<Value>) { stagedCoding = coding }
}
