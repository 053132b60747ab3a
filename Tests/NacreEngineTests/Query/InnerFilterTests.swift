import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Filters on the contents of values, as text and as answers.
@Suite struct InnerFilterTests {
    private func holds(_ text: String, _ values: [String: Value]) throws -> Bool {
        try QueryFixture.matches(text, values)
    }

    private func json(_ filter: String, _ text: String) throws -> Bool {
        try holds(filter, ["extra": .json(text)])
    }

    private let scores: [String: Value] = [
        "scores": .array([.double(1), .double(2.5), .double(.nan)]), "weights": .array([]),
    ]

    @Test func `packed arrays have elements and a count`() throws {
        #expect(try holds("scores.contains(2.5)", scores))
        #expect(try holds("scores.contains(1)", scores))
        #expect(try !holds("scores.contains(3)", scores))
        #expect(try !holds("scores.contains(.nan)", scores))
        #expect(try holds("scores.contains { $0 > 2 && $0 < 3 }", scores))
        #expect(try !holds("scores.allSatisfy { $0 > 0 }", scores))
        #expect(try holds("weights.allSatisfy { $0 > 0 }", scores))
        #expect(try holds("weights.isEmpty && weights.count == 0", scores))
        #expect(try holds("scores.count in 2...3 && !scores.isEmpty", scores))
    }

    @Test func `nil has no elements, and its count is nil`() throws {
        for filter in [
            "scores.contains(1)", "scores.allSatisfy { $0 > 0 }", "scores.isEmpty",
            "scores.count >= 0", "scores.count != nil", "extra.keys.contains(\"a\")",
            "extra[\"a\"] == 1", "extra.values.contains { $0 == nil }",
        ] {
            #expect(try !holds(filter, [:]), "\(filter)")
        }
        #expect(try holds("scores.count == nil && extra[\"a\"] == nil", [:]))
    }

    @Test func `strings in JSON are equal as in Swift, with escapes or without`() throws {
        #expect(try json("extra.contains(\"a\")", #"["b","a"]"#))
        #expect(try json("extra.contains(\"caf\u{e9}\")", #"["cafe\u0301"]"#))
        #expect(try json("extra.contains(\"caf\u{e9}\")", "[\"cafe\u{301}\"]"))
        #expect(try json("extra.contains(\"\\n\")", #"["\n"]"#))
        #expect(try !json("extra.contains(\"a\")", #"["\"a"]"#))
        #expect(try json("extra.contains { $0.hasPrefix(\"o\", .caseInsensitive) }", #"["Oslo"]"#))
        #expect(try json("extra.contains { $0.matches(\"^O\") }", #"[1,"Oslo"]"#))
        #expect(try json("extra.contains(nil)", "[1,null]"))
        #expect(try json("extra.contains { $0 < \"b\" }", #"[1,"a"]"#))
    }

    @Test func `keys are found in any spelling, and those that are not there are nil`() throws {
        let names = "{\"cafe\u{301}\":2,\"de\":\"Wien\",\"fr\":null}"
        #expect(try json(#"extra["de"] == "Wien""#, names))
        #expect(try json("extra[\"caf\u{e9}\"] == 2", names))
        #expect(try json(#"extra["fr"] == nil && extra["en"] == nil"#, names))
        #expect(try json(#"extra.keys.contains("fr") && !extra.keys.contains("en")"#, names))
        #expect(try json(#"extra["de"].contains("ie") && extra["de"] < "X""#, names))
        #expect(try json(#"extra["de"] in ["a", "Wien"] && extra["de"] in "V"..."X""#, names))
        #expect(try json("extra.count == 3 && extra.values.contains(nil)", names))
        #expect(try json(#"extra["de"] != 5 && !(extra["de"] < 5)"#, names))
    }

    @Test func `paths can have several steps`() throws {
        let nested = #"{"a":{"b":[1,[2,3]]},"c":[{"d":"x"}]}"#
        #expect(try json(#"extra["a"]["b"].count == 2"#, nested))
        #expect(try json(#"extra["a"]["b"].contains { $0.contains { $0 == 3 } }"#, nested))
        #expect(try json(#"extra["c"].contains { $0["d"] == "x" }"#, nested))
        #expect(try json(#"extra["a"]["x"]["y"] == nil"#, nested))
        #expect(try json(#"!extra["c"].isEmpty && extra["a"].keys.contains { $0 == "b" }"#, nested))
    }

    @Test func `the type of the operand determines the meaning of a JSON value`() throws {
        let mixed =
            #"["2024-05-17T12:30:00Z","12.50",18446744073709551615,"NaN","AAE="]"#
        #expect(try json(#"extra.contains(date("2024-05-17T12:30:00Z"))"#, mixed))
        #expect(try json(#"extra.contains { $0 < date("2025-01-01") }"#, mixed))
        #expect(try json("extra.contains(decimal(12.5))", mixed))
        #expect(try !json("extra.contains(12.5)", mixed))
        #expect(try json("extra.contains(18446744073709551615)", mixed))
        #expect(try json("extra.contains(\"NaN\") && !extra.contains(.nan)", mixed))
        #expect(try json(#"extra.contains(data("AAE="))"#, mixed))
        #expect(try json("extra.contains(1) && extra.contains(1.0)", "[1]"))
        #expect(try json("extra.contains(-0.0)", "[0]"))
    }

    @Test func `texts are parsed again as the same filter`() throws {
        for text in [
            "scores.contains { $0 == 1.5 }", "scores.count == 2", "!scores.contains { $0 == 1.0 }",
            "!(scores.count == 2)", #"extra["de"] == "x""#, #"extra["a\"b"]["c"].count in 1...2"#,
            "extra.keys.contains { $0 == \"a\" }",
            "extra.values.allSatisfy { $0 > 1 || $0 == nil }",
            #"extra.contains { $0 == date("2024-05-17T12:30:00Z") }"#,
            #"extra["a"].hasPrefix("x", .caseInsensitive, .diacriticInsensitive)"#,
            #"extra["a"] in [decimal(12.5), json("[1]"), data("AAE=")]"#,
            "scores.contains { $0 > 1.0 && $0 < 2.0 } || scores.count > 3",
            #"extra.contains { $0.contains { $0 == 1 } }"#,
        ] {
            #expect(try QueryFixture.parse(text).description == text)
        }
        #expect(try QueryFixture.parse("extra.isEmpty").description == "extra.count == 0")
        #expect(try QueryFixture.parse("name.isEmpty").description == "name == \"\"")
        #expect(
            try QueryFixture.parse("scores.contains(1)").description
                == "scores.contains { $0 == 1.0 }")
    }

    @Test func `lists are compared as a whole, and each place has its own test`() throws {
        #expect(try json(#"extra == ["a", 1, nil, [2.5, []]]"#, #"["a",1.0,null,[2.5,[]]]"#))
        #expect(try !json("extra == [1, 2]", "[2,1]"))
        #expect(try !json("extra == [1]", "[1,2]"))
        #expect(try json("extra != [1, 2]", "[1]"))
        #expect(try json("extra == []", "[]"))
        #expect(try !json("extra == []", "{}"))
        #expect(try !json("extra == [1]", #"{"a":1}"#))
        #expect(try !json("extra == [.nan]", #"["NaN"]"#))
        #expect(try json("extra == [\"caf\u{e9}\", 0]", "[\"cafe\u{301}\",-0.0]"))
        #expect(try json(#"extra["a"] == [[1], []]"#, #"{"a":[[1],[]]}"#))
        #expect(try json(#"extra == [{ $0["a"] == 1 && $0["b"] == nil }, 2]"#, #"[{"a":1},2]"#))
        #expect(try json(#"extra == [date("2024-05-17")]"#, #"["2024-05-17T00:00:00Z"]"#))
        #expect(try !holds("extra == []", [:]) && holds("extra != []", [:]))
        for text in [
            #"extra == ["a", 1, nil, [2.5, []]]"#,
            #"extra == [{ $0["a"] == 1 || $0 > 2 }, { !true }]"#,
            #"extra["a"] == [[1], { $0.contains { $0 == [2] } }]"#, "extra != [1]",
            #"names["a"] != [1]"#.replacing("names", with: "extra"), #"!(extra["a"] == [1])"#,
            "!(extra != [1]) && extra == [{ $0 != [2] }]",
        ] {
            #expect(try QueryFixture.parse(text).description == text)
        }
        #expect(QueryFixture.message("extra.values == [1]").contains("have no order"))
        #expect(
            QueryFixture.message("extra.contains { $0 in [[1]] }").contains("by == and != only"))
        for text in ["!extra == [1]", "!extra != [1]", "!extra == [{ ($0 == 1) }]"] {
            #expect(QueryFixture.message(text).contains("in parentheses"), "\(text)")
        }
    }

    @Test func `an attribute takes precedence over another meaning of its name`() throws {
        let names = ["id", "tags", "tags.count"]
        let schema = StoredSchema(
            number: EntityNumber(1), name: "Odd",
            attributes: names.enumerated().map { index, name in
                AttributeSchema(
                    id: AttributeID(UInt32(index + 1)), name: name,
                    type: name == "tags" ? .json : .scalar(.int64), isNullable: false)
            }, idOrdinal: 0)
        #expect(
            try FilterParser.parse("tags.count == 1", schema: schema)
                == .comparison("tags.count", .equal, .int(1)))
    }

    @Test func `errors have carets`() {
        func check(_ text: String, _ caret: String, _ message: String) {
            #expect(QueryFixture.message(text) == text + "\n" + caret + "\n" + message)
        }
        check(
            "name.count == 1", "     ^",
            "name is of type string and has no elements.\n"
                + "Arrays, sets and dictionaries have count, isEmpty and contains.")
        check(
            "scores[\"a\"] == 1", "      ^",
            "scores is of type array<double> and has no keys.\n"
                + "Arrays have count, isEmpty and contains.")
        check(
            "extra[\"a\"].size == 1", "           ^",
            "There is no size in extra[\"a\"].\nCollections have count, isEmpty, keys and values.")
        check(
            "scores.contains { level > 1 }", "                  ^",
            "There is no attribute level in City.\nIt has `$0`.")
        check(
            "name.matches(\"(\")", "             ^",
            "The regular expression is wrong at its character 1: this ( has no ).\n"
                + "Close the group, or write \\( for the character itself.")
    }

    @Test func `endless text needs no deep stack`() {
        for (start, part) in [
            ("extra", "[\"a\"]"), ("extra", ".keys"), ("extra.contains { ", "$0.contains { "),
            ("extra == ", "date("), ("extra == ", "["), ("extra == ", "[{ $0 == "),
            ("extra", ".contains { $0"), ("name.matches(\"", "("),
        ] {
            let text = start + String(repeating: part, count: 50_000)
            #expect(QueryFixture.message(text) != "")
            #expect(QueryFixture.message(text + " == 1") != "")
        }
    }

    @Test func `damaged JSON is an error, never an answer or a crash`() throws {
        let filter = try QueryFixture.parse(
            #"extra.count == 2 || extra["a"] == "x" || extra == [1, ["a"]]"#)
        let bound = try BoundFilter(filter, schema: QueryFixture.schema)
        let matcher = try Matcher(bound, layout: QueryFixture.layout)
        let pieces = ["[", "]", "{", "}", ",", ":", "\"", "\\", "1", "n", "a", " ", "\u{e9}", "\0"]
        let text = Generator<[String]>.array(of: .element(of: pieces), count: 0...9)
        property("damaged JSON", runs: 3000, text.map { $0.joined() }) { text in
            try QueryFixture.withRecord(["extra": .json(text)]) { record in
                do {
                    _ = try matcher.matches(record, external: QueryFixture.unexpectedExternal)
                } catch let error as FormatError {
                    try requireEqual(error.field, "attribute 'extra'")
                }
            }
        }
    }
}
