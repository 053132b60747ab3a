import NacreFormat
import NacreTestSupport
import Testing

@Suite struct ValueJSONTests {
    private func text(_ value: Value) -> String {
        var writer = JSONWriter()
        value.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: StoredType.all)
    func `every value survives its JSON form to the bit`(type: StoredType) throws {
        for value in AllTypes.extremes(type) + [.null] {
            let json = try JSONParser.parse(text(value))
            let read = try #require(Value(json, as: type), "\(text(value).prefix(80))")
            #expect(read.isIdentical(to: value), "\(text(value).prefix(80))")
        }
    }

    @Test(
        arguments: [
            (Value.bool(true), "true"), (.int(-5), "-5"), (.uint(.max), "18446744073709551615"),
            (.float(0.1), "0.10000000149011612"), (.double(1e16), "1e+16"),
            (.double(.nan), #""NaN""#),
            (.double(9_007_199_254_740_992), "9007199254740992.0"), (.double(0.0001), "0.0001"),
            (.double(9_007_199_254_740_994), "9.007199254740994e+15"), (.double(1e-5), "1e-05"),
            (.date(0), #""2001-01-01T00:00:00Z""#), (.date(0.5), "0.5"), (.date(-0.0), "-0.0"),
            (
                .uuid(UUIDValue(high: 0x0123_4567_89AB_CDEF, low: 1)),
                #""01234567-89ab-cdef-0000-000000000001""#
            ),
            (.objectID(.max), #""fzzzzzzzzzzzz""#), (.data([1, 2]), #""AQI=""#),
            (.json(#"{"a":1}"#), #"{"a":1}"#), (.array([.int(1), .int(2)]), "[1,2]"),
            (.null, "null"),
        ] as [(Value, String)])
    func `values have the forms in the document`(value: Value, expected: String) {
        #expect(text(value) == expected)
    }

    @Test(
        arguments: [
            ("1.5", StoredType.scalar(.int8)), ("128", .scalar(.int8)), ("-1", .scalar(.uint8)),
            ("\"1\"", .scalar(.int64)), ("18446744073709551616", .scalar(.uint64)),
            ("1", .scalar(.bool)), ("\"nan\"", .scalar(.double)), ("1", .string), ("\"?\"", .data),
            ("[null]", .array(of: .int8)), ("[300]", .array(of: .uint8)), ("{}", .array(of: .int8)),
            ("\"2001-02-30\"", .scalar(.date)), ("\"g000000000000\"", .scalar(.objectID)),
            ("9007199254740993", .scalar(.double)),
        ] as [(String, StoredType)])
    func `JSON that is not a value of the type is refused`(json: String, type: StoredType) throws {
        #expect(Value(try JSONParser.parse(json), as: type) == nil)
    }
}
