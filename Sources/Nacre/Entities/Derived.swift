internal import NacreFormat

/// An attribute that is computed from the others by the type's own code: filters, sorts and indexes
/// use it as any other. It is stored with each object, since they read what is stored, and never
/// read back into one. `@Entity` has `@Derived` for it; by hand it stands behind the attributes:
///
/// ```swift
/// extension Town: Entity {
///     var key: String { name.lowercased() }
///     static let schema = EntitySchema(
///         Town.init, Attribute("id", \.id), Attribute("name", \.name),
///         derived: [Derived("key", \.key, .indexed)])
/// }
/// ```
public struct Derived<Owner>: Sendable {
    /// Without the value's type.
    public let erased: AnyAttribute
    let encode: @Sendable (Owner, inout RowEncoder) throws -> Void

    /// - Parameters:
    ///   - name: of the property.
    ///   - path: to it. It depends on the object's stored properties alone.
    ///   - version: of the code. With another one than the store has, opening computes the
    ///     attribute of all objects anew, as it does when the attribute is added.
    ///   - options: what is asked of it.
    public init<Value: AttributeValue>(
        _ name: String, _ path: any KeyPath<Owner, Value> & Sendable, version: Int = 1,
        _ options: AttributeOption<Value>...
    ) {
        let attribute = Attribute(name, { path }, derivedBy: version, options)
        erased = attribute.erased
        encode = attribute.encoder()
    }
}

/// The version of the code that computes an attribute. It stands in the store as a stage.
struct DerivedVersion: Sendable, Equatable {
    let number: Int

    private static let prefix = Format.derivedStagePrefix

    init(_ number: Int) { self.number = number }

    /// Nil if the stages are those of an attribute that is no derived one.
    init?(stages: [String]) {
        guard let stage = stages.last, stage.hasPrefix(Self.prefix),
            let number = Int(stage.dropFirst(Self.prefix.count))
        else { return nil }
        self.number = number
    }

    /// As it is stored.
    var stage: String { "\(Self.prefix)\(number)" }
}
