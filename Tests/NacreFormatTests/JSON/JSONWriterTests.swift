import NacreFormat
import Testing

/// The canonical form, and that writing and parsing are inverse.
@Suite struct JSONWriterTests {
    private func text(_ value: JSONValue, sortedNames: Bool = false) -> String {
        String(decoding: JSONWriter.bytes(of: value, sortedNames: sortedNames), as: UTF8.self)
    }

    @Test(arguments: [
        (JSONValue.null, "null"), (.bool(true), "true"), (.bool(false), "false"),
        (.integer(0), "0"), (.integer(-10), "-10"), (.integer(.max), "9223372036854775807"),
        (.integer(.min), "-9223372036854775808"), (.double(1), "1.0"), (.double(-0.0), "-0.0"),
        (.double(.leastNonzeroMagnitude), "5e-324"), (.double(1e300), "1e+300"),
        (.double(0.1), "0.1"),
        (.double(.nan), "\"NaN\""), (.double(.infinity), "\"Infinity\""),
        (.double(-.infinity), "\"-Infinity\""),
        (.number("9223372036854775808"), "9223372036854775808"),
        (.number("-18446744073709551616"), "-18446744073709551616"),
        (.array([]), "[]"), (.object([]), "{}"), (.array([.null, .null]), "[null,null]"),
        (.array([.array([.integer(1)]), .array([])]), "[[1],[]]"),
    ])
    func `a value has exactly one text`(value: JSONValue, expected: String) {
        #expect(text(value) == expected)
    }

    @Test(arguments: ["", "-", "x", "1.5", "01", "-01", "1 2", "+1", "\u{661}"])
    func `a number that is not an integer is written as a string`(digits: String) throws {
        #expect(try JSONParser.parse(text(.number(digits))) == .string(digits))
    }

    @Test func `only mandatory escapes are written`() throws {
        #expect(text(.string("\u{8}\t\n\u{C}\r\"\\/")) == #""\b\t\n\f\r\"\\/""#)
        #expect(text(.string("a\u{0}\u{1F}b\u{B}")) == #""a\u0000\u001fb\u000b""#)
        let plain = "\u{7F}\u{80}\u{2028}\u{1F600}"
        #expect(text(.string(plain)) == "\"\(plain)\"")
        for byte in 0..<0x20 as Range<UInt8> {
            let value = JSONValue.string("12345678" + String(Unicode.Scalar(byte)) + "z")
            #expect(try JSONParser.parse(text(value)) == value)
        }
    }

    @Test func `names are sorted by their bytes at every level, on request`() throws {
        let value = try JSONParser.parse(
            "{\"b\":1,\"a\":{\"z\":0,\"\u{FF5E}\":1,\"\u{1F600}\":2,\"\":3},"
                + "\"B\":[{\"d\":1,\"c\":2}],\"ab\":0}")
        #expect(
            text(value, sortedNames: true)
                == "{\"B\":[{\"c\":2,\"d\":1}],"
                + "\"a\":{\"\":3,\"z\":0,\"\u{FF5E}\":1,\"\u{1F600}\":2},\"ab\":0,\"b\":1}")
        #expect(text(value).hasPrefix("{\"b\":1,\"a\":{\"z\":0"))
    }

    @Test func `commas are written between elements only`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("a\n")
        writer.beginArray()
        writer.unsigned(.max)
        writer.null()
        writer.beginArray()
        writer.endArray()
        writer.beginObject()
        writer.endObject()
        writer.string("s")
        writer.endArray()
        writer.name("b")
        writer.raw(Array("[1]".utf8))
        writer.name("c")
        writer.bool(true)
        writer.endObject()
        writer.endLine()
        writer.integer(-5)
        writer.endLine()
        writer.double(0.5)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "{\"a\\n\":[18446744073709551615,null,[],{},\"s\"],\"b\":[1],\"c\":true}\n-5\n"
                + "0.5")
        writer.removeAll()
        writer.null()
        #expect(writer.bytes == Array("null".utf8))
    }

    @Test func `doubles keep their bits as text`() throws {
        var random = SplitMix(state: 42)
        var values = (0..<100_000).map { _ in Double(bitPattern: random.next()) }
        values += (0..<20_000).map { _ in Double(random.next() % 1_000_000_000) / 1000 }
        values += [.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, .pi]
        values += (-323...308).compactMap { Double("1e\($0)") }
        for value in values where value.isFinite {
            let parsed = try JSONParser.parse(JSONWriter.bytes(of: .double(value))).asDouble
            if parsed?.bitPattern != value.bitPattern { Issue.record("\(value) is not kept") }
        }
    }

    @Test func `decimal texts are rounded as the standard library rounds them`() throws {
        var random = SplitMix(state: 7)
        for _ in 0..<50_000 {
            let digits = String(random.next() >> (random.next() % 64))
            let text = "\(digits).\(random.next() % 1_000_000)e\(Int(random.next() % 60) - 30)"
            let parsed = try JSONParser.parse(text).asDouble
            if parsed?.bitPattern != Double(text)?.bitPattern {
                Issue.record("\(text) is not exact")
            }
        }
    }

    @Test func `integers keep their value as text`() throws {
        var random = SplitMix(state: 9)
        for _ in 0..<20_000 {
            let value = Int64(truncatingIfNeeded: random.next()) >> (random.next() % 64)
            #expect(try JSONParser.parse(JSONWriter.bytes(of: .integer(value))) == .integer(value))
        }
    }

    @Test func `equal values have equal hashes, and accessors return only their own kind`() throws {
        let text = #"{"a":[1,1.5,"s",null,true,99999999999999999999],"b":{}}"#
        let value = try JSONParser.parse(text)
        #expect(Set([value, try JSONParser.parse(text + " ")]).count == 1)
        #expect(JSONValue.double(.nan) == .double(.nan))
        #expect(JSONValue.double(0) != .double(-0.0))
        #expect(JSONValue.integer(1) != .double(1))
        #expect(JSONValue.integer(3).asDouble == 3)
        #expect(JSONValue.integer(.max).asDouble == nil)
        #expect(JSONValue.string("s").asString == "s" && JSONValue.null.asString == nil)
        #expect(JSONValue.bool(true).asBool == true && JSONValue.integer(1).asBool == nil)
        #expect(JSONValue.integer(1).asInteger == 1 && JSONValue.double(1).asInteger == nil)
    }
}
