/// A value of objects by which they can be grouped: an attribute, the elements of a list, or the
/// period that a date is in.
public protocol GroupField<Root, Value>: Sendable {
    /// The entity that the field is of.
    associatedtype Root
    /// The type of the groups' keys.
    associatedtype Value
    /// The coding of a key. For the library.
    var singleCoding: SingleCoding<Value> { get }
}
