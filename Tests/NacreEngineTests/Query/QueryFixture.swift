import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A schema with an attribute of every type and some odd names, and records of it.
enum QueryFixture {
    static let schema = StoredSchema(
        number: EntityNumber(1), name: "City",
        attributes: names.enumerated().map { index, item in
            AttributeSchema(
                id: AttributeID(UInt32(index + 1)), name: item.0, type: item.1,
                isNullable: item.0 != "id" && item.0 != "population" && item.0 != "name")
        }, idOrdinal: 0)

    private static let names: [(String, StoredType)] = [
        ("id", .scalar(.int64)), ("name", .string), ("population", .scalar(.int64)),
        ("country_code", .string), ("isCapital", .scalar(.bool)), ("area", .scalar(.double)),
        ("ratio", .scalar(.float)), ("founded", .scalar(.date)), ("level", .scalar(.int8)),
        ("i16", .scalar(.int16)), ("i32", .scalar(.int32)), ("u8", .scalar(.uint8)),
        ("u16", .scalar(.uint16)), ("u32", .scalar(.uint32)), ("u64", .scalar(.uint64)),
        ("key", .scalar(.uuid)), ("price", .scalar(.decimal)), ("ref", .scalar(.objectID)),
        ("photo", .data), ("extra", .json), ("scores", .array(of: .double)),
        ("weights", .array(of: .float)), ("flags", .array(of: .bool)),
        ("townHall.city", .string), ("home town", .string), ("in", .scalar(.int64)),
        ("a`b\\c\n", .string), ("gr\u{f6}\u{df}e", .scalar(.int64)),
    ]

    static let layout = Layout(id: LayoutID(7), of: schema)

    /// Runs `body` with a record of some values. The others are nil, or 0 or "" if they cannot be
    /// nil.
    static func withRecord<Result>(
        _ values: [String: Value], layout: Layout = layout,
        externals: [String: ExternalReference] = [:],
        _ body: (RecordView) throws -> Result
    ) throws -> Result {
        let all = layout.attributes.map { attribute in
            values[attribute.name] ?? plain(attribute)
        }
        let references = externals.compactMap { name, reference in
            layout.attributes.firstIndex { $0.name == name }.map { ($0, reference) }
        }
        let buffer = ByteBuffer()
        try RecordEncoder.appendPut(
            all, row: RowNumber(1), layout: layout,
            externals: Dictionary(uniqueKeysWithValues: references), to: buffer)
        let record = RecordView(trusted: buffer.view)
        try record.check(layout, origin: 0)
        return try body(record)
    }

    private static func plain(_ attribute: LayoutAttribute) -> Value {
        if attribute.nullBit != nil { return .null }
        return attribute.type == .string ? .string("") : .int(0)
    }

    /// Returns the attribute with its value, one of `values`, as its default.
    static func attribute(
        _ attribute: AttributeSchema, default values: [String: Value]
    ) -> AttributeSchema {
        let value = values[attribute.name] ?? .null
        return AttributeSchema(
            id: attribute.id, name: attribute.name, type: attribute.type,
            isNullable: attribute.isNullable, defaultValue: value.isNull ? nil : value)
    }

    static func parse(_ text: String) throws(FilterSyntaxError) -> FilterExpression {
        try FilterParser.parse(text, schema: schema)
    }

    static func matches(_ filter: FilterExpression, _ values: [String: Value]) throws -> Bool {
        let matcher = try Matcher(BoundFilter(filter, schema: schema), layout: layout)
        return try withRecord(values) { record in
            try matcher.matches(record, external: unexpectedExternal)
        }
    }

    /// Returns whether the filter in a text matches an object.
    static func matches(_ text: String, _ values: [String: Value]) throws -> Bool {
        try matches(try parse(text), values)
    }

    struct UnexpectedExternal: Error {}

    static func unexpectedExternal(_ reference: ExternalReference) throws -> ByteView {
        throw UnexpectedExternal()
    }

    /// The beginning of an error's list of the existing attributes.
    static let listed = "It has id, name, population, country_code, "

    /// Returns the error message for a text, or "" if there is no error.
    static func message(_ text: String) -> String {
        do {
            _ = try parse(text)
            return ""
        } catch {
            return error.description
        }
    }
}
