/// Consecutive objects of a ``LiveResults`` that have the same value of its section's property.
public struct LiveSection<Object, Value: Hashable & Sendable>: Identifiable {
    /// The value that the objects share.
    public let value: Value
    /// The places of the objects among ``LiveResults/objects``.
    public let places: Range<Int>
    /// The objects, in the order of the request.
    public let objects: ArraySlice<Object>

    /// The identity of the section: its value.
    public var id: Value { value }
}

extension LiveSection: Sendable where Object: Sendable {}

extension LiveSection: RandomAccessCollection {
    /// The place of the first object among all objects.
    public var startIndex: Int { objects.startIndex }
    /// The place after the last object.
    public var endIndex: Int { objects.endIndex }
    /// The object at a place among all objects.
    /// - Parameter position: A place in ``places``.
    public subscript(position: Int) -> Object { objects[position] }
}
