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
        type = Stored.attributeType.asID
        write = { try codec.encode($0, into: &$1) }
        read = { try codec.decode(from: &$0) }
        guard Stored.attributeType.isWholeJSON else {
            nest = { try codec.nested($0) }
            readNested = { try codec.transformer.reverse(Stored.decode(from: $0)) }
            return
        }
        nest = { try codec.nested($0).asText() }
        readNested = { try codec.transformer.reverse(Stored.decode(from: $0.parsedText())) }
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
/// stored. An id that is JSON, such as a `Codable` struct, is stored as a string: its canonical
/// text. Like any string it has an order, an index, and a form in references and in the tool.
extension Entity {
    /// The stored type of an id.
    static var storedIDType: AttributeType { idCoding?.type ?? ID.attributeType.asID }

    /// Whether ids are JSON that is stored as a string. False if the id has stages of its own,
    /// because ``IDCoding`` includes the conversion.
    @inlinable static var convertsJSONID: Bool {
        idCoding == nil && ID.StoredEnd.self == JSONText.self
    }

    /// The stored type of an id, or nil if an id is not stored as one value.
    static var idType: StoredType? {
        if case .stored(let type, _) = storedIDType.kind { type } else { nil }
    }

    /// Returns the stored value of an id, by which its object is found.
    /// - Throws: Any error from a stage or from the type's transformer.
    @inlinable
    static func storedID(_ id: ID) throws -> StoredValue {
        if let idCoding { return try idCoding.storedValue(of: id) }
        let stored = try id.storedValue()
        return convertsJSONID ? stored.asID : stored
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
        if let idCoding { return try idCoding.nested(id) }
        return convertsJSONID ? try id.nested().asText() : try id.nested()
    }

    static func decodeID(from nested: NestedValue) throws -> ID {
        if let idCoding { return try idCoding.decode(from: nested) }
        let isText = convertsJSONID && ID.attributeType.isWholeJSON
        return try ID.decode(from: isText ? nested.parsedText() : nested)
    }
}

extension AttributeType {
    /// Whether it is a single value that is JSON.
    fileprivate var isWholeJSON: Bool {
        if case .stored(.json, reference: nil) = kind { !isList } else { false }
    }

    /// The type as that of an id: a string instead of JSON.
    var asID: AttributeType { isWholeJSON ? with(kind: .stored(.string, reference: nil)) : self }
}

extension StoredValue {
    /// The value as an id: a string instead of JSON.
    @usableFromInline var asID: StoredValue {
        if case .json(let text) = value { StoredValue(.string(text)) } else { self }
    }
}

extension NestedValue {
    /// Returns the canonical JSON text as a string. The id of another object, if it is an id
    /// itself, is one already.
    fileprivate func asText() -> NestedValue {
        if case .value(.string) = content { self } else { NestedValue(.value(.string(jsonText))) }
    }

    /// Returns the JSON whose text this string is.
    fileprivate func parsedText() throws -> NestedValue {
        guard case .string(let text) = try value(as: .string) else { return self }
        return try NestedValue(jsonText: text)
    }
}
