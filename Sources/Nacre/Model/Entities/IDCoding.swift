internal import NacreFormat

/// The stages of an entity's `id`, for all places where an id is stored or looked up: the attribute
/// itself, references to its objects, and calls that take an id. `@Entity` makes one for
/// `@Attribute(.transformed(by: ...)) let id`. For a manual conformance see ``Entity/idCoding``.
///
/// A class, so that reading it from an entity copies one reference.
public final class IDCoding<ID: Sendable>: Sendable {
    /// The names of the stages.
    let stages: [String]
    /// The stored type of an id.
    let type: AttributeType
    private let write: @Sendable (ID, inout ObjectEncoder) throws -> Void
    private let read: @Sendable (inout ObjectDecoder) throws -> ID
    private let nest: @Sendable (ID) throws -> NestedValue
    private let readNested: @Sendable (NestedValue) throws -> ID

    /// Makes the coding of an id.
    /// - Parameter codec: The stages. They must store equal ids equally.
    public init<Stored>(_ codec: AttributeCodec<ID, Stored>) {
        stages = codec.stages
        type = Stored.attributeType
        write = { try codec.encode($0, into: &$1) }
        read = { try codec.decode(from: &$0) }
        nest = { try codec.nested($0) }
        readNested = { try codec.transformer.reverse(Stored.decode(from: $0)) }
    }

    @usableFromInline
    func encode(_ id: ID, into row: inout ObjectEncoder) throws { try write(id, &row) }

    @usableFromInline
    func decode(from row: inout ObjectDecoder) throws -> ID { try read(&row) }

    func nested(_ id: ID) throws -> NestedValue { try nest(id) }

    func decode(from nested: NestedValue) throws -> ID { try readNested(nested) }

    @usableFromInline
    func storedValue(of id: ID) throws -> StoredValue { try nest(id).storedValue(as: type) }
}

/// Ids in their stored form: through the entity's stages if it has some, otherwise as their type is
/// stored.
extension Entity {
    /// The stored type of an id.
    static var storedIDType: AttributeType { idCoding?.type ?? ID.attributeType }

    /// The stored type of an id, or nil if an id is not stored as one value.
    static var idType: StoredType? {
        if case .stored(let type, _) = storedIDType.kind { type } else { nil }
    }

    /// Returns the stored value of an id, by which its object is found.
    /// - Throws: Any error from a stage or from the type's transformer.
    @inlinable
    static func storedID(_ id: ID) throws -> StoredValue {
        if let idCoding { try idCoding.storedValue(of: id) } else { try id.storedValue() }
    }

    @inlinable @inline(__always)
    static func encodeID(_ id: ID, into row: inout ObjectEncoder) throws {
        if let idCoding { try idCoding.encode(id, into: &row) } else { try id.encode(into: &row) }
    }

    @inlinable @inline(__always)
    static func decodeID(from row: inout ObjectDecoder) throws -> ID {
        if let idCoding { try idCoding.decode(from: &row) } else { try ID.decode(from: &row) }
    }

    static func nestedID(_ id: ID) throws -> NestedValue {
        if let idCoding { try idCoding.nested(id) } else { try id.nested() }
    }

    static func decodeID(from nested: NestedValue) throws -> ID {
        if let idCoding { try idCoding.decode(from: nested) } else { try ID.decode(from: nested) }
    }
}
