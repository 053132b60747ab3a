/// The attributes of an entity that conforms by hand, found by key path when a request is made. A
/// property that is not an attribute of the schema compiles, and fetching throws `invalidValue`.
/// With the fields that `@Entity` makes, such code does not compile. A key path does not show the
/// stages of an attribute, so the field of an attribute with stages is declared in an extension.
@dynamicMemberLookup
public struct KeyPathFields<Root: Entity>: FieldSet {
    /// The entity.
    public typealias FieldsOwner = Root

    private let path: FieldPath
    /// The path that the fields were made with.
    public var _path: FieldPath { path }

    /// Makes the fields.
    /// - Parameter path: The path; empty for an entity.
    public init(_ path: FieldPath) { self.path = path }

    /// The path of an attribute, to declare the field of one with stages:
    ///
    /// ```swift
    /// extension KeyPathFields<Sample> {
    ///     var points: OpaqueField<Sample, [Double]> {
    ///         OpaqueField(self[\.points], Sample.pointsCodec)
    ///     }
    /// }
    /// ```
    /// A property that is not an attribute has a path that no request can use.
    public subscript<Value>(_ keyPath: KeyPath<Root, Value>) -> FieldPath {
        path.appending(Root.attribute(at: keyPath)?.name ?? "\(keyPath)")
    }

    /// The field of a property.
    public subscript<Value: AttributeValue>(
        dynamicMember keyPath: KeyPath<Root, Value>
    ) -> Field<Root, Value> {
        guard let attribute = Root.attribute(at: keyPath) else {
            return Field(
                path, problem: "'\(Root.entityName)' has no attribute for \(keyPath)")
        }
        let problem =
            attribute.stages.isEmpty
            ? nil
            : "'\(attribute.name)' has stages, which its key path does not show. Declare its field"
                + " in an extension of KeyPathFields<\(Root.self)>"
        return Field(path.appending(attribute.name), problem: problem)
    }

    /// The field of a property that is the other side of a reference.
    public subscript<Member: Entity>(
        dynamicMember keyPath: KeyPath<Root, ToMany<Member>>
    ) -> InverseField<Root, Member> {
        guard let inverse = Root.inverses.first(where: { $0.path as AnyKeyPath == keyPath }) else {
            return InverseField(
                path, FieldPath(),
                problem: "'\(Root.entityName)' has no other side of a reference for \(keyPath)")
        }
        let (reference, problem) = inverse.reference()
        return InverseField(path, reference, problem: problem)
    }
}
