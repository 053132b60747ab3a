internal import NacreEngine

/// An entity's attributes and how its objects are written and read. `@Entity` makes one; by hand
/// see ``Entity``.
public struct EntitySchema<Owner: Entity>: Sendable {
    let attributes: [AnyAttribute]
    /// The indexes over several attributes, by stored names.
    let indexes: [NamedIndex]
    /// What upserts do about what is unique, where that is declared.
    let conflicts: [DeclaredConflict]
    /// The other sides of references to this entity.
    let inverses: [AnyInverse]
    let decode: @Sendable (inout RowDecoder) throws -> Owner
    let encode: @Sendable (Owner, inout RowEncoder) throws -> Void

    /// By hand: the initialiser, and the attributes in the order of its parameters.
    /// - Parameters:
    ///   - make: makes an object of its attributes' values. Where it throws, reading the object
    ///     throws `undecodable` with its reason.
    ///   - attributes: one a parameter; one of them is named `id`.
    ///   - derived: attributes that are computed from these.
    ///   - indexes: those over several attributes.
    ///   - uniques: those that are unique together.
    ///   - inverses: the properties that are the other side of references to this entity.
    public init<each Value>(
        _ make: @escaping @Sendable (repeat each Value) throws -> Owner,
        _ attributes: repeat Attribute<Owner, each Value>, derived: [Derived<Owner>] = [],
        indexes: [IndexTogether<Owner>] = [], uniques: [UniqueTogether<Owner>] = [],
        inverses: [Inverse<Owner>] = []
    ) {
        self.inverses = inverses.map { $0.erased }
        var erased: [AnyAttribute] = []
        for attribute in repeat each attributes { erased.append(attribute.erased) }
        // No key path: where types are packed, the run time cannot make one.
        erased += derived.map { $0.erased }
        self.attributes = erased
        self.indexes =
            indexes.map { NamedIndex($0.names(erased)) }
            + uniques.map { .unique($0.names(erased)) }
        conflicts = Self.conflicts(erased, uniques)
        decode = { row in try make(repeat try (each attributes).decode(&row)) }
        var encoders: [@Sendable (Owner, inout RowEncoder) throws -> Void] = []
        for attribute in repeat each attributes { encoders.append(attribute.encoder()) }
        for attribute in derived { encoders.append(attribute.encode) }
        encode = { [encoders] owner, row in
            for encode in encoders { try encode(owner, &row) }
        }
    }

    /// For generated code.
    /// - Parameters:
    ///   - attributes: in the order in which `decode` and `encode` visit them. Those that are
    ///     derived come last, and only `encode` visits them.
    ///   - indexes: those over several attributes.
    ///   - uniques: those over several attributes that are unique together.
    ///   - inverses: the properties that are the other side of references to this entity.
    ///   - decode: reads an object.
    ///   - encode: writes an object.
    public init(
        attributes: [AnyAttribute], indexes: [[any FieldProtocol]] = [],
        uniques: [UniqueTogether<Owner>] = [], inverses: [Inverse<Owner>] = [],
        decode: @escaping @Sendable (inout RowDecoder) throws -> Owner,
        encode: @escaping @Sendable (Owner, inout RowEncoder) throws -> Void
    ) {
        self.attributes = attributes
        let plain = indexes.map { NamedIndex($0.map(\.fieldPath.name)) }
        // To go through arrays of this type's own makes the run time know more types, and most
        // entities have nothing in them.
        self.indexes =
            uniques.isEmpty ? plain : plain + uniques.map { .unique($0.names(attributes)) }
        conflicts = Self.conflicts(attributes, uniques)
        self.inverses = inverses.isEmpty ? [] : inverses.map { $0.erased }
        self.decode = decode
        self.encode = encode
    }

    /// Those of single attributes first, in declared order.
    private static func conflicts(
        _ attributes: [AnyAttribute], _ uniques: [UniqueTogether<Owner>]
    ) -> [DeclaredConflict] {
        var conflicts: [DeclaredConflict] = []
        for attribute in attributes where attribute.isUnique && attribute.conflict != .error {
            conflicts.append(
                DeclaredConflict(attributes: [attribute.name], policy: attribute.conflict))
        }
        if uniques.isEmpty { return conflicts }
        for unique in uniques where unique.conflict != .error {
            conflicts.append(
                DeclaredConflict(attributes: unique.names(attributes), policy: unique.conflict))
        }
        return conflicts
    }
}
