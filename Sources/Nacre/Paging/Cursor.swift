public import NacreEngine
internal import NacreFormat

/// A place in the order of a request, between two objects: where the next page begins. It holds
/// what the last object of a page is sorted by, and that object's id; the object itself may change
/// or go.
///
/// A cursor is a value, good across processes: its text form can be given to a client and be read
/// back with ``init(parsing:)``, and it encodes as that text. It holds values of the object in
/// plain sight; seal it if a client must not see them.
public struct Cursor<Owner: Entity>: Hashable, Sendable {
    /// Of the request: a cursor means nothing in another order.
    let order: String
    let place: SortKey

    private static var version: Int64 { 1 }

    /// - Parameter place: in the order of some sorts.
    init(_ place: SortKey, _ sorts: [Sort<Owner>]) {
        self.place = place
        order = Self.order(of: sorts)
    }

    static func order(of sorts: [Sort<Owner>]) -> String {
        sorts.map(\.description).joined(separator: ", ")
    }
}

/// As JSON.
extension Cursor: CustomStringConvertible {
    /// The text form, which ``init(parsing:)`` reads.
    public var description: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("cursor")
        writer.integer(Self.version)
        writer.name("entity")
        writer.string(Owner.entityName)
        writer.name("order")
        writer.string(order)
        writer.name("types")
        writer.beginArray()
        for value in place.values { writer.string(value.widestType.name) }
        writer.endArray()
        writer.name("values")
        writer.beginArray()
        for value in place.values { value.write(to: &writer) }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads the text form.
    /// - Parameter text: from whomever: it is checked here, and against the request when that is
    ///   fetched.
    /// - Throws: `invalidValue` if the text is no cursor, or one of another entity or of a later
    ///   version of Nacre.
    public init(parsing text: String) throws(StoreError) {
        guard let json = try? JSONParser.parse(Array(text.utf8)),
            let version = json["cursor"]?.asInteger
        else { throw Self.error("The text is no cursor") }
        guard version == Self.version else {
            throw Self.error("The cursor is of another version, \(version)")
        }
        guard json["entity"]?.asString == Owner.entityName else {
            throw Self.error("The cursor is not one of '\(Owner.entityName)'")
        }
        guard let order = json["order"]?.asString,
            let types = json["types"]?.asArray?.compactMap(\.asString),
            let values = json["values"]?.asArray, values.count == types.count
        else { throw Self.error("The cursor is not complete") }
        var place: [NacreFormat.Value] = []
        for (type, value) in zip(types, values) {
            guard let type = StoredType(name: type), let value = NacreFormat.Value(value, as: type)
            else { throw Self.error("The cursor holds what is no value") }
            place.append(value)
        }
        self.order = order
        self.place = SortKey(values: place)
    }

    private static func error(_ problem: String) -> StoreError {
        StoreError(.invalidValue, "\(problem). Begin with the first page again.")
    }
}

/// As the text form.
extension Cursor: Codable {
    /// Decodes the text form.
    /// - Parameter decoder: at the text.
    /// - Throws: `DecodingError`, which says what ``init(parsing:)`` says of the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(StoreError) { try self.init(parsing: text) } catch {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: error.description)
        }
    }

    /// Encodes the text form.
    /// - Parameter encoder: where a text may stand.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension NacreFormat.Value {
    /// The type that takes every value of this kind.
    fileprivate var widestType: StoredType {
        switch self {
        case .bool, .null: .scalar(.bool)
        case .int: .scalar(.int64)
        case .uint: .scalar(.uint64)
        case .float: .scalar(.float)
        case .double: .scalar(.double)
        case .date: .scalar(.date)
        case .uuid: .scalar(.uuid)
        case .decimal: .scalar(.decimal)
        case .objectID: .scalar(.objectID)
        case .string: .string
        case .data: .data
        case .json, .array: .json
        }
    }
}
