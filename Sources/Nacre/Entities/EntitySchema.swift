internal import NacreEngine

/// An entity's attributes and how its objects are written and read. `@Entity` makes one; by hand
/// see ``Entity``.
public struct EntitySchema<Owner: Entity>: Sendable {
    let attributes: [AnyAttribute]
    /// The indexes over several attributes, by stored names.
    let indexes: [NamedIndex]
    /// The other sides of references to this entity.
    let inverses: [Inverse<Owner>]
    let decode: @Sendable (inout RowDecoder) throws -> Owner
    let encode: @Sendable (Owner, inout RowEncoder) throws -> Void

    /// By hand: the initialiser, and the attributes in the order of its parameters.
    /// - Parameters:
    ///   - make: makes an object of its attributes' values.
    ///   - attributes: one a parameter; one of them is named `id`.
    ///   - inverses: the properties that are the other side of references to this entity.
    public init<each Value>(
        _ make: @escaping @Sendable (repeat each Value) -> Owner,
        _ attributes: repeat Attribute<Owner, each Value>, inverses: [Inverse<Owner>] = []
    ) {
        self.inverses = inverses
        var erased: [AnyAttribute] = []
        for attribute in repeat each attributes { erased.append(attribute.erased) }
        self.attributes = erased
        indexes = []
        decode = { row in make(repeat try (each attributes).decode(&row)) }
        encode = { owner, row in
            for attribute in repeat each attributes { try attribute.encode(owner, &row) }
        }
    }

    /// For generated code.
    /// - Parameters:
    ///   - attributes: in the order in which `decode` and `encode` visit them.
    ///   - indexes: those over several attributes.
    ///   - uniques: those over several attributes that are unique together.
    ///   - inverses: the properties that are the other side of references to this entity.
    ///   - decode: reads an object.
    ///   - encode: writes an object.
    public init(
        attributes: [AnyAttribute], indexes: [[any FieldProtocol]] = [],
        uniques: [[any FieldProtocol]] = [], inverses: [Inverse<Owner>] = [],
        decode: @escaping @Sendable (inout RowDecoder) throws -> Owner,
        encode: @escaping @Sendable (Owner, inout RowEncoder) throws -> Void
    ) {
        self.attributes = attributes
        self.indexes =
            indexes.map { NamedIndex($0.map(\.fieldPath.name)) }
            + uniques.map { .unique($0.map(\.fieldPath.name)) }
        self.inverses = inverses
        self.decode = decode
        self.encode = encode
    }
}
