/// The attributes of an entity or embedded struct, each a property that returns a ``Field``.
/// `@Entity` and `@Embedded` generate one named `Fields`.
public protocol FieldSet: Sendable {
    /// The entity or embedded struct.
    associatedtype FieldsOwner
    /// Makes the fields.
    /// - Parameter path: The path of the property for an embedded struct; empty for an entity.
    init(_ path: FieldPath)
    /// The path that the fields were made with. By default an empty one.
    var _path: FieldPath { get }
}

extension FieldSet {
    /// An empty path.
    public var _path: FieldPath { FieldPath() }
}
