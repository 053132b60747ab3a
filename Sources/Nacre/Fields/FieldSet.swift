/// The attributes of an entity or embedded struct, each a property that gives a ``Field``.
/// `@Entity` and `@Embedded` write one named `Fields`.
public protocol FieldSet: Sendable {
    /// The entity or embedded struct.
    associatedtype FieldsOwner
    /// - Parameter path: empty for an entity, that of the property for an embedded struct.
    init(_ path: FieldPath)
}
