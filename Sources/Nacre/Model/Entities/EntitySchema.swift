internal import NacreEngine

/// An entity's attributes, and how its objects are written and read. `@Entity` makes one. For a
/// manual conformance see ``Entity``.
public struct EntitySchema<Owner: Entity>: Sendable {
    private let declarations: EntityDeclarations
    let decode: @Sendable (inout ObjectDecoder) throws -> Owner
    let encode: @Sendable (Owner, inout ObjectEncoder) throws -> Void

    /// Makes a schema by hand from the initializer and the attributes in the order of its
    /// parameters.
    /// - Parameters:
    ///   - make: Makes an object from the values of its attributes. If it throws, reading the
    ///     object throws `undecodable` with its reason.
    ///   - attributes: One attribute for each parameter. One of them is named `id`.
    ///   - derived: The attributes that are computed from these.
    ///   - indexes: The indexes over several attributes.
    ///   - uniques: The attributes that are unique together.
    ///   - searches: The full-text searches.
    ///   - inverses: The properties that are the other side of references to this entity.
    public init<each Value>(
        _ make: @escaping @Sendable (repeat each Value) throws -> Owner,
        _ attributes: repeat Attribute<Owner, each Value>, derived: [Derived<Owner>] = [],
        indexes: [IndexTogether<Owner>] = [], uniques: [UniqueTogether<Owner>] = [],
        searches: [TextSearch<Owner>] = [], inverses: [Inverse<Owner>] = []
    ) {
        var erased: [AnyAttribute] = []
        for attribute in repeat each attributes { erased.append(attribute.erased) }
        // A closure, not a key path: the runtime cannot make a key path in a context with parameter
        // packs.
        erased += derived.map { $0.erased }
        declarations = EntityDeclarations(
            erased, indexes: indexes.map { NamedIndex($0.names(erased)) },
            uniques: Self.declared(uniques, among: erased),
            searches: Self.declared(searches, among: erased), inverses: Self.erased(inverses))
        decode = { row in try make(repeat try (each attributes).decode(&row)) }
        var encoders: [@Sendable (Owner, inout ObjectEncoder) throws -> Void] = []
        for attribute in repeat each attributes { encoders.append(attribute.encoder()) }
        for attribute in derived { encoders.append(attribute.encode) }
        encode = { [encoders] owner, row in
            for encode in encoders { try encode(owner, &row) }
        }
    }

    /// Makes a schema. For generated code.
    /// - Parameters:
    ///   - attributes: The attributes, in the order in which `decode` and `encode` visit them.
    ///     Derived attributes come last, and only `encode` visits them.
    ///   - indexes: The indexes over several attributes.
    ///   - uniques: The attributes that are unique together.
    ///   - searches: The full-text searches.
    ///   - inverses: The properties that are the other side of references to this entity.
    ///   - decode: Reads an object.
    ///   - encode: Writes an object.
    public init(
        attributes: [AnyAttribute], indexes: [[any FieldProtocol]] = [],
        uniques: [UniqueTogether<Owner>] = [], searches: [TextSearch<Owner>] = [],
        inverses: [Inverse<Owner>] = [],
        decode: @escaping @Sendable (inout ObjectDecoder) throws -> Owner,
        encode: @escaping @Sendable (Owner, inout ObjectEncoder) throws -> Void
    ) {
        declarations = EntityDeclarations(
            attributes, indexes: indexes.map { NamedIndex($0.map(\.fieldPath.name)) },
            uniques: Self.declared(uniques, among: attributes),
            searches: Self.declared(searches, among: attributes), inverses: Self.erased(inverses))
        self.decode = decode
        self.encode = encode
    }

    // Iterating over arrays of the entity's own types, or calling `isEmpty`, makes the runtime
    // instantiate more generic types. Most entities have empty arrays, so `count` is checked first.

    private static func declared(
        _ uniques: [UniqueTogether<Owner>], among attributes: [AnyAttribute]
    ) -> [DeclaredConflict] {
        if uniques.count == 0 { return [] }
        return uniques.map {
            DeclaredConflict(
                attributes: $0.names(attributes), policy: $0.conflict, condition: $0.condition)
        }
    }

    private static func declared(
        _ searches: [TextSearch<Owner>], among attributes: [AnyAttribute]
    ) -> [NamedSearch] {
        if searches.count == 0 { return [] }
        return searches.map { $0.declared(among: attributes) }
    }

    private static func erased(_ inverses: [Inverse<Owner>]) -> [AnyInverse] {
        if inverses.count == 0 { return [] }
        return inverses.map { $0.erased }
    }
}

extension EntitySchema {
    var attributes: [AnyAttribute] { declarations.attributes }
    var indexes: [NamedIndex] { declarations.indexes }
    var conflicts: [DeclaredConflict] { declarations.conflicts }
    var conditional: [DeclaredConflict] { declarations.conditional }
    var searches: [NamedSearch] { declarations.searches }
    var inverses: [AnyInverse] { declarations.inverses }
}
