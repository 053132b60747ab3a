import NacreFormat
import Testing

/// Damaged and malicious texts: whatever the bytes, the parser returns or throws quickly.
@Suite struct JSONHostileInputTests {
    private static let sample = Array(
        (#"{"id": 12, "n\u00e9": "\ud83d\ude00\n \u00e9", "x": [1.5e3, -0, null, true, {}],"#
            + "\"\u{E9}\u{1F600}\": {\"k\": 9223372036854775808, \"\": [false]}}").utf8)

    @Test func `every truncation of a text is an error at or before its end`() throws {
        #expect(throws: Never.self) { try JSONParser.parse(Self.sample) }
        for count in 0..<Self.sample.count {
            let error = #expect(throws: JSONError.self) {
                try JSONParser.parse(Array(Self.sample[..<count]))
            }
            #expect((error?.offset ?? -1) <= count)
            #expect((error?.offset ?? -1) >= 0)
        }
    }

    @Test func `every change of one byte is refused or read as a text with a fixed point`() throws {
        for offset in Self.sample.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = Self.sample
                bytes[offset] = byte
                guard let value = try? JSONParser.parse(bytes) else { continue }
                let written = JSONWriter.bytes(of: value)
                let again = try JSONParser.parse(written)
                if again != value || JSONWriter.bytes(of: again) != written {
                    Issue.record("byte \(byte) at \(offset) changes the value when rewritten")
                }
            }
        }
    }

    @Test func `random bytes and random tokens neither crash nor change when rewritten`() throws {
        var random = SplitMix(state: 0x5EED)
        let tokens = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u00", "-", "0", "1e", ".5", "\\", " ",
        ]
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int(random.next() % 12) {
                if random.next() % 8 == 0 {
                    bytes.append(UInt8(truncatingIfNeeded: random.next()))
                } else {
                    bytes += Array(tokens[Int(random.next() % UInt64(tokens.count))].utf8)
                }
            }
            guard let value = try? JSONParser.parse(bytes) else { continue }
            #expect(try JSONParser.parse(JSONWriter.bytes(of: value)) == value)
        }
    }

    @Test func `a string is read correctly at every length and place of its special byte`() throws {
        for count in 0..<40 {
            for place in 0...count {
                let head = String(repeating: "h", count: place)
                let tail = String(repeating: "\u{E9}", count: count - place)
                let value = try JSONParser.parse("[\"\(head)\\\"\(tail)\",\"\(head)\(tail)\"]")
                #expect(value == .array([.string(head + "\"" + tail), .string(head + tail)]))
                #expect(throws: JSONError.self) { try JSONParser.parse("\"\(head)\u{1F}\(tail)\"") }
            }
        }
    }

    @Test func `numbers of a million digits are exact integers or doubles`() throws {
        let digits = String(repeating: "7", count: 1_000_000)
        #expect(try JSONParser.parse(digits) == .number(digits))
        #expect(try JSONParser.parse("-" + digits) == .number("-" + digits))
        #expect(try JSONParser.parse("0." + digits) == .double(7.0 / 9))
        #expect(try JSONParser.parse(digits + "e-1000000") == .double(7.0 / 9))
        #expect(throws: JSONError.self) { try JSONParser.parse(digits + ".0") }
        #expect(try JSONParser.parse("1e-" + digits) == .double(0))
        #expect(throws: JSONError.self) { try JSONParser.parse("1e" + digits) }
    }

    @Test(arguments: [2, 31, 32, 33, 34, 100, 50_000])
    func `a repeated name is found in an object of any size`(count: Int) throws {
        let members = (0..<count).map { "\"same start \($0) same end\":0" }
        let text = members.joined(separator: ",")
        #expect(try JSONParser.parse("{\(text)}").asObject?.count == count)
        for repeated in [0, count / 2, count - 1] {
            #expect(throws: JSONError.self) {
                try JSONParser.parse("{\(text),\(members[repeated])}")
            }
        }
    }

    @Test func `names that differ only in their Unicode form are different names`() throws {
        let value = try JSONParser.parse("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value["\u{E9}"] == .integer(1))
        #expect(value["e\u{301}"] == .integer(2))
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    }
}

/// A small generator with a fixed seed, so that failures repeat.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
