import NacreFormat
import Testing

/// Attributes that continue others: their form in a schema, and the schemas that are refused.
@Suite struct AttributeSourceTests {
    private static func schema(_ attributes: [AttributeSchema]) -> StoredSchema {
        let id = AttributeSchema(
            id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false)
        return StoredSchema(
            number: EntityNumber(1), name: "E", attributes: [id] + attributes, idOrdinal: 0,
            lastAttribute: AttributeID(9))
    }

    private static func attribute(
        _ type: StoredType, pipeline: [String] = [], _ sources: [AttributeSource]
    ) -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(9), name: "a", type: type, isNullable: true, pipeline: pipeline,
            sources: sources)
    }

    private static func source(
        _ id: UInt32, _ type: StoredType, null: Value? = nil
    ) -> AttributeSource {
        AttributeSource(attribute: AttributeID(id), type: type, valueOfNull: null)
    }

    @Test func `the sources of an attribute are stored in its schema and read back`() {
        let schema = Self.schema([
            Self.attribute(
                .scalar(.int64),
                [Self.source(5, .scalar(.int32), null: .int(7)), Self.source(3, .scalar(.int16))])
        ])
        let buffer = ByteBuffer()
        schema.encode(into: buffer)
        #expect(
            String(decoding: buffer.view.bytes, as: UTF8.self).contains(
                #""from":[{"attribute":5,"null":7,"type":"int32"},"#
                    + #"{"attribute":3,"type":"int16"}]"#))
        let again = try? buffer.read { try StoredSchema.decode($0, origin: 0) }
        #expect(again == schema)
    }

    @Test(arguments: [
        (attribute(.scalar(.int16), [source(3, .scalar(.int32))]), "type int16 cannot continue"),
        (attribute(.scalar(.double), [source(3, .scalar(.int64))]), "cannot continue"),
        (attribute(.string, [source(3, .scalar(.int64))]), "cannot continue"),
        (attribute(.scalar(.int64), [source(1, .scalar(.int32))]), "still exists or never did"),
        (attribute(.scalar(.int64), [source(9, .scalar(.int32))]), "still exists or never did"),
        (attribute(.scalar(.int64), [source(10, .scalar(.int32))]), "still exists or never did"),
        (
            attribute(.scalar(.int64), [source(3, .scalar(.int32)), source(3, .scalar(.int16))]),
            "twice"
        ),
        (attribute(.scalar(.int64), pipeline: ["x"], [source(3, .scalar(.int32))]), "stages"),
        (
            attribute(.scalar(.uint8), [source(3, .scalar(.uint8), null: .int(256))]),
            "value for null of 'a' is not a value"
        ),
        (
            attribute(
                .string, [source(3, .string, null: .string(.init(repeating: "x", count: 70_000)))]),
            "more than"
        ),
        (
            attribute(.scalar(.bool), (20..<85).map { source($0, .scalar(.bool)) }),
            "continues more than 64"
        ),
    ])
    func `an attribute refuses sources that it cannot continue`(
        _ attribute: AttributeSchema, _ problem: String
    ) {
        let found = Self.schema([attribute]).problem ?? "none"
        #expect(found.contains(problem), "\(found)")
    }

    @Test func `an id has no sources`() {
        let id = AttributeSchema(
            id: AttributeID(2), name: "id", type: .scalar(.int64), isNullable: false,
            sources: [Self.source(1, .scalar(.int32))])
        let schema = StoredSchema(
            number: EntityNumber(1), name: "E", attributes: [id], idOrdinal: 0)
        #expect(schema.problem?.contains("cannot continue") == true)
    }

    /// Any chain of conversions equals one conversion.
    @Test func `a chain of conversions equals one conversion`() throws {
        for first in StoredType.all {
            for second in StoredType.all {
                guard let one = ValueConversion(from: first, to: second) else { continue }
                for third in StoredType.all {
                    guard let two = ValueConversion(from: second, to: third) else { continue }
                    let both = try #require(ValueConversion(from: first, to: third))
                    for value in Self.samples(first) {
                        let chained = two.converted(one.converted(value))
                        #expect(both.converted(value).isIdentical(to: chained))
                        #expect(Value(try #require(chained.jsonForm), as: third) != nil)
                    }
                }
            }
        }
    }

    private static func samples(_ type: StoredType) -> [Value] {
        switch type {
        case .scalar(.int8): [.int(-128), .int(127)]
        case .scalar(.int16): [.int(-32_768), .int(32_767)]
        case .scalar(.int32): [.int(-2_147_483_648), .int(2_147_483_647)]
        case .scalar(.uint8): [.int(255)]
        case .scalar(.uint16): [.int(65_535)]
        case .scalar(.uint32): [.int(4_294_967_295)]
        case .scalar(.float): [.float(0.1), .float(-0.0)]
        case .string: [.string("a\u{301}\"")]
        case .data: [.data([0, 255])]
        case .array(let element): [.array([]), .array(samples(.scalar(element)))]
        default: []
        }
    }
}
