internal import NacreFormat

/// An attribute that the type's own code computes from the others. Filters, sorts and indexes use
/// it like any other attribute. It is stored with each object, because they read stored values, and
/// never read back into one. `@Entity` has `@Derived` for it; by hand, it comes after the
/// attributes:
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
    /// The attribute without the type of its value.
    public let erased: AnyAttribute
    let encode: @Sendable (Owner, inout ObjectEncoder) throws -> Void

    /// Makes a derived attribute.
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - path: The key path to the property. Its value depends only on the object's stored
    ///     properties.
    ///   - version: The version of the code. If it differs from the version in the store, opening
    ///     recomputes the attribute of all objects, as it does when the attribute is added.
    ///   - options: The options of the attribute.
    public init<Value: AttributeValue>(
        _ name: String, _ path: any KeyPath<Owner, Value> & Sendable, version: Int = 1,
        _ options: AttributeOption<Value>...
    ) {
        let attribute = Attribute(name, { path }, derivedBy: version, options)
        erased = attribute.erased
        encode = attribute.encoder()
    }
}

/// The version of the code that computes an attribute. The store keeps it as a stage.
struct DerivedVersion: Sendable, Equatable {
    let number: Int

    private static let prefix = Format.derivedStagePrefix

    init(_ number: Int) { self.number = number }

    /// Reads the version from stages. Nil if they are not those of a derived attribute.
    init?(stages: [String]) {
        guard let stage = stages.last, stage.hasPrefix(Self.prefix),
            let number = Int(stage.dropFirst(Self.prefix.count))
        else { return nil }
        self.number = number
    }

    /// The version as a stage, as it is stored.
    var stage: String { "\(Self.prefix)\(number)" }
}
