public import NacreEngine
internal import NacreFormat

/// A place in the order of a request, between two objects, from which the next page begins. It
/// holds the values by which the last object of a page is sorted, and that object's id. The object
/// itself may change or be deleted.
///
/// A cursor is a value and stays valid in other processes: its text form can be given to a client
/// and be read back with ``init(parsing:)``, and it encodes as that text. The text shows values of
/// the object; encrypt it if a client must not see them.
public struct Cursor<Owner: Entity>: Hashable, Sendable {
    /// The order of the request: a cursor has no meaning in another order.
    let order: String
    let place: SortKey

    private static var version: Int64 { 1 }

    /// - Parameter sorts: The sorts of the request, in whose order the place is.
    init(_ place: SortKey, _ sorts: [SortContent]) {
        self.place = place
        order = sorts.order
    }
}

/// The text form is JSON.
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
        // Null can have any type. The order tells the attribute of each value. The value's type is
        // checked against the attribute's when the cursor is used.
        for value in place.values {
            writer.string((value.storedType ?? .scalar(.int64)).name)
        }
        writer.endArray()
        writer.name("values")
        writer.beginArray()
        for value in place.values { value.write(to: &writer) }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads the text form.
    /// - Parameter text: The text, from any source: it is checked here, and against the request
    ///   when that is fetched.
    /// - Throws: `invalidValue` if the text is no cursor, or one of another entity or of another
    ///   version of the text form.
    public init(parsing text: String) throws(StoreError) {
        guard let json = try? JSONParser.parse(Array(text.utf8)),
            let version = json["cursor"]?.asInteger
        else { throw Self.error("The text is not a cursor") }
        guard version == Self.version else {
            throw Self.error("The cursor is of another version, \(version)")
        }
        guard json["entity"]?.asString == Owner.entityName else {
            throw Self.error("The cursor is not for '\(Owner.entityName)'")
        }
        guard let order = json["order"]?.asString,
            let types = json["types"]?.asArray?.compactMap(\.asString),
            let values = json["values"]?.asArray, values.count == types.count
        else { throw Self.error("The cursor is not complete") }
        var place: [StoredForm] = []
        for (type, value) in zip(types, values) {
            guard let type = StoredType(name: type), let value = StoredForm(value, as: type) else {
                throw Self.error("The cursor holds something that is not a value")
            }
            place.append(value)
        }
        self.order = order
        self.place = SortKey(values: place)
    }

    private static func error(_ problem: String) -> StoreError {
        StoreError(.invalidValue, "\(problem). Begin with the first page again.")
    }
}

/// A cursor encodes as its text form.
extension Cursor: Codable {
    /// Decodes the text form.
    /// - Parameter decoder: A decoder at the text.
    /// - Throws: `DecodingError` with the description of the error that ``init(parsing:)`` throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(StoreError) { try self.init(parsing: text) } catch {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: error.description)
        }
    }

    /// Encodes the text form.
    /// - Parameter encoder: An encoder at a place for a text.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
