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
    /// The attributes that the place is made of, the id last.
    private let names: [String]
    let place: SortKey

    private static var version: Int64 { 1 }

    /// - Parameters:
    ///   - place: in the order of some sorts.
    ///   - idName: the stored name of the entity's id.
    init(_ place: SortKey, _ sorts: [Sort<Owner>], idName: String) {
        // As the engine has it: the id is the last thing that decides, unless it has before.
        let hasID = sorts.contains { $0.field.name == idName && $0.order == nil }
        names = sorts.map(\.field.name) + (hasID ? [] : [idName])
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
        writer.name("names")
        writer.beginArray()
        for name in names { writer.string(name) }
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
        let schema = try EntityModel(Owner.self).schema
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
            let names = json["names"]?.asArray?.compactMap(\.asString),
            let values = json["values"]?.asArray, values.count == names.count
        else { throw Self.error("The cursor is not complete") }
        var place: [NacreFormat.Value] = []
        for (name, value) in zip(names, values) {
            guard let ordinal = schema.ordinal(of: name),
                let value = NacreFormat.Value(value, as: schema.attributes[ordinal].type)
            else { throw Self.error("The cursor does not fit the attributes of the entity") }
            place.append(value)
        }
        self.order = order
        self.names = names
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
