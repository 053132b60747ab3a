import NacreCLI
import NacreEngine
import NacreExchangeCore
import NacreFormat
import Testing

@Suite struct InferenceTests {
    private func type(_ values: [String], csv: Bool = false) throws -> String {
        let fixture = try ImportFixture()
        let text =
            csv
            ? "n,a\n" + values.map { "1,\($0)\n" }.joined()
            : values.map { $0.isEmpty ? "{}\n" : "{\"a\":\($0)}\n" }.joined()
        try fixture.importText(text, format: csv ? .csv : .jsonl)
        return try fixture.attributes().last ?? ""
    }

    @Test(arguments: [
        (["true", "false"], "a: bool"), (["true", "null"], "a: bool?"), (["null"], "a: string?"),
        (["1", ""], "a: int64?"), (["\"\""], "a: string"),
        (["1", "-9223372036854775808", "9223372036854775807"], "a: int64"),
        (["1.0", "2.5"], "a: double"), (["1", "2.5"], "a: double"), (["-0"], "a: double"),
        (["9007199254740992", "0.5"], "a: double"), (["9007199254740993", "0.5"], "a: decimal"),
        (["0.5", "-9007199254740993"], "a: decimal"), (["9223372036854775808"], "a: json"),
        (["1.10"], "a: decimal"), (["1E3", "2"], "a: decimal"),
        (["12345678901234567890.1"], "a: decimal"), (["4.9e-400"], "a: json"),
        (["1e999", "1"], "a: json"), (["1.10", "1e-200"], "a: double"),
        (["1", "9223372036854775808"], "a: json"), (["1", "\"1\""], "a: json"),
        (["true", "1"], "a: json"), (["true", "\"true\""], "a: json"), (["[]"], "a: json"),
        (["{\"b\":1}"], "a: json"), (["[1]", "null"], "a: json?"), (["1", "[1]"], "a: json"),
        (["\"2020-01-01T00:00:00Z\""], "a: string"), (["\"1\"", "\"2\""], "a: string"),
    ])
    func `JSON gets the narrowest type without a loss`(values: [String], type: String) throws {
        #expect(try self.type(values) == type)
    }

    @Test(arguments: [
        (["true", "false"], "a: bool"), (["true", ""], "a: bool?"), ([""], "a: string?"),
        (["True"], "a: string"), (["true", "1"], "a: string"), (["1", "-2"], "a: int64"),
        (["1", "", "2"], "a: int64?"), (["1", "2.5"], "a: double"),
        (["1", "2.50"], "a: decimal"), (["1.10"], "a: decimal"), (["1E3"], "a: decimal"),
        (["1e3"], "a: decimal"), (["1e+16", "5e-324"], "a: double"), (["1E-200"], "a: double"),
        (["12345678901234567890.1"], "a: decimal"), (["4.9e-400"], "a: string"),
        (["+1.5", "2"], "a: decimal"), (["+1", "1.5"], "a: string"), (["-0.00"], "a: double"),
        (["1.10", "007"], "a: string"),
        (["007"], "a: string"), (["7", "007"], "a: string"), (["-01"], "a: string"),
        (["0.5", "0"], "a: double"), (["00.5"], "a: string"), (["1."], "a: string"),
        ([".5"], "a: string"), (["+1"], "a: string"), (["-"], "a: string"), ([" 1"], "a: string"),
        (["1 "], "a: string"), (["0x10"], "a: string"), (["1_000"], "a: string"),
        (["1,000"].map { "\"\($0)\"" }, "a: string"), (["\"\""], "a: string"),
        (["\"1\""], "a: int64"), (["1", "\"\""], "a: string"), (["NaN"], "a: string"),
        (["1e999"], "a: string"), (["9223372036854775808"], "a: string"),
        (["9007199254740993", "0.5"], "a: decimal"), (["2024-01-31"], "a: string"),
        (["{}"], "a: string"), (["null"], "a: string"),
    ])
    func `CSV gets the narrowest type that restores its text`(
        values: [String], type: String
    ) throws {
        #expect(try self.type(values, csv: true) == type)
    }

    @Test func `an object can have as many attributes as the format allows, id included`() throws {
        func text(_ count: Int) -> String {
            "{" + (1...count).map { "\"a\($0)\":1" }.joined(separator: ",") + "}\n"
        }
        try ImportFixture().importText(text(1024), id: "a1")
        try ImportFixture().importText(text(1023))
        #expect(throws: ImportError.self) { try ImportFixture().importText(text(1025), id: "a1") }
        #expect(throws: ImportError.self) { try ImportFixture().importText(text(1024)) }
    }

    @Test func `attributes keep the order of their first appearance`() throws {
        let fixture = try ImportFixture()
        try fixture.importText(
            """
            {"b": 1, "a": "x"}

            {"a": "y", "c": null, "b": 2}
              \t
            {"d": true, "c": 1.5, "b": 3, "a": null}
            """, id: "b")
        #expect(
            try fixture.attributes() == ["b: int64", "a: string?", "c: double?", "d: bool?"])
        #expect(try fixture.schema().attributes.map(\.id.rawValue) == [1, 2, 3, 4])
        #expect(try fixture.schema().idAttribute.name == "b")
        #expect(
            try fixture.objects() == [
                "{\"b\":1,\"a\":\"x\"}", "{\"b\":2,\"a\":\"y\"}", "{\"b\":3,\"c\":1.5,\"d\":true}",
            ])
    }

    @Test func `without an id attribute the store generates ids, in a first attribute`() throws {
        let fixture = try ImportFixture()
        let tally = try fixture.importText("{\"a\":1}\n{\"a\":1}\n")
        #expect(tally == ChangeTally(inserted: 2))
        #expect(try fixture.attributes() == ["_id: objectid", "a: int64"])
        #expect(try fixture.schema().idOrdinal == 0)
        // Without an id attribute, an import always adds new objects.
        #expect(try fixture.importText("{\"a\":2}\n") == ChangeTally(inserted: 1))
        #expect(try fixture.database.snapshot().count("Thing") == 3)
    }

    @Test func `mixed kinds and nested values are kept without a loss`() throws {
        let fixture = try ImportFixture()
        let values = [
            "18446744073709551616", "[1,2.0,\"\\u0000\\\"\",null]", "{\"a\":{},\"b\":[]}",
            "-0.0", "1", "true",
        ]
        let lines = values.enumerated().map { "{\"id\":\($0),\"v\":\($1)}" }
        try fixture.importText(lines.joined(separator: "\n"), id: "id")
        #expect(try fixture.objects() == lines)
    }

    @Test func `an empty file makes no entity`() throws {
        for (text, format) in [("", ImportFormat.jsonl), ("\n \n", .jsonl), ("a,b\n", .csv)] {
            let fixture = try ImportFixture()
            #expect(try fixture.importText(text, format: format) == ChangeTally())
            #expect(try fixture.database.snapshot().catalog.all.isEmpty)
        }
    }
}
