import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Transformers alone, and JSON text.
@Suite struct TransformerTests {
    @Test func `V36 transformers compose from left to right and reverse`() throws {
        let number = Transformer<Int, String>(
            "text", transform: { "\($0)" }, reverse: { Int($0) ?? 0 })
        let all = number.then(.reversed).then(.utf8).then(.lz4)
        #expect(all.stages == ["text", "reversed@2", "utf8", "lz4"])
        let stored = try all.transform(1234)
        #expect(try all.reverse(stored) == 1234)
        #expect(try number.then(.reversed).transform(1234) == "4321")
        #expect(Transformer<Int, Int>(transform: { $0 }, reverse: { $0 }).stages == ["custom"])
    }

    @Test func `a wrapper's own conversion and a raw value add no stage`() throws {
        #expect(Rank.transformer.stages == [])
        #expect(try Rank.transformer.transform(.high) == 1_000_000)
        #expect(throws: (any Error).self) { try Rank.transformer.reverse(7) }
        #expect(try Colour.transformer.transform(.none) == "")
        #expect(try Label.transformer.transform(Label(rawValue: "a")) == "a")
    }

    @Test func `LZ4 shortens long values and refuses bytes that it did not produce`() throws {
        let lz4 = Transformer<Data, Data>.lz4
        let long = Data(repeating: 7, count: 100_000)
        let stored = try lz4.transform(long)
        #expect(stored.count < 1000)
        #expect(try lz4.reverse(stored) == long)
        #expect(throws: (any Error).self) { try lz4.reverse(Data([1, 2])) }
        #expect(throws: (any Error).self) { try lz4.reverse(stored.dropLast()) }
    }

    @Test func `a date's text has the necessary digits`() throws {
        let iso = Transformer<Date, String>.isoDate
        for (seconds, text) in [
            (0, "2001-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.5Z"),
            (-0.25, "2000-12-31T23:59:59.75Z"), (1e9 + 0.0625, "2032-09-09T01:46:40.0625Z"),
            (737_630_000.123456, "2024-05-17T09:13:20.123456Z"),
        ] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(try iso.transform(date) == text)
            #expect(try iso.reverse(text) == date)
        }
        #expect(
            try iso.reverse("2024-05-17T10:00:00.25+02:00")
                == iso.reverse("2024-05-17T08:00:00.25Z"))
        // Both zeros are one date.
        #expect(
            try iso.transform(Date(timeIntervalSinceReferenceDate: -0.0))
                == "2001-01-01T00:00:00Z")
        for seconds in [.nan, .infinity, 1e300, -1e12, 1e-50] {
            #expect(throws: (any Error).self) {
                try iso.transform(Date(timeIntervalSinceReferenceDate: seconds))
            }
        }
        #expect(throws: (any Error).self) { try iso.reverse("yesterday") }
    }

    @Test func `a contemporary date survives its text form to the bit`() {
        let iso = Transformer<Date, String>.isoDate
        let seconds = Generator<Int64>.integer(in: -2_000_000_000_000...2_000_000_000_000)
        property("dates", runs: 1000, .tuple(seconds, .integer(in: 0...999_999) as Generator<Int>))
        {
            millis, micros in
            let time = Double(millis) / 1000 + Double(micros as Int) / 1e6
            // Close to the reference date, dates are too precise.
            if abs(time) < 1 { throw Rejection() }
            let date = Date(timeIntervalSinceReferenceDate: time)
            try requireEqual(Bits.text(try iso.reverse(iso.transform(date))), Bits.text(date))
        }
        let now = Date()
        #expect((try? iso.reverse(iso.transform(now))) == now)
    }

    @Test func `a UUID's text is parsed in upper and lower case`() throws {
        let text = Transformer<UUID, String>.uuidString
        let uuid = UUID()
        #expect(try text.transform(uuid) == uuid.uuidString)
        #expect(try text.reverse(uuid.uuidString.lowercased()) == uuid)
        #expect(throws: (any Error).self) { try text.reverse("6fa459ea") }
        #expect(throws: (any Error).self) {
            try Transformer<String, Data>.utf8.reverse(Data([255]))
        }
    }

    @Test func `JSON text is converted to its canonical form`() throws {
        let text = try JSONText(
            " { \"b\" : [1, 2.50, 1e2, -0], \"a\": {\"y\":null,\"x\":\"\\u0041\"} } ")
        #expect(text.text == "{\"a\":{\"x\":\"A\",\"y\":null},\"b\":[1,2.5,100.0,-0.0]}")
        #expect(try JSONText(text.text) == text)
        #expect(try JSONText("18446744073709551616").text == "18446744073709551616")
        for wrong in ["", "{", "[1,]", "{\"a\":1,\"a\":2}", "nul", "1 2"] {
            #expect(storeError { _ = try JSONText(wrong) }?.code == .invalidValue)
        }
    }

    @Test func `a Codable value is stored as readable JSON`() throws {
        let json = Transformer<Opaque, JSONText>.json
        let value = Opaque(text: "caf\u{e9}/\"", numbers: [1, -2])
        #expect(
            try json.transform(value).text == "{\"numbers\":[1,-2],\"text\":\"caf\u{e9}/\\\"\"}")
        #expect(try json.reverse(json.transform(value)) == value)
        #expect(throws: (any Error).self) { try json.reverse(JSONText("{\"text\":1}")) }
        let numbers = Transformer<[Double], JSONText>.json
        #expect(
            try numbers.transform([.nan, .infinity, -.infinity, -0.0]).text
                == "[\"NaN\",\"Infinity\",\"-Infinity\",0]")
        #expect(
            Bits.text(
                try numbers.reverse(numbers.transform([.infinity, -1.5, .leastNonzeroMagnitude])))
                == Bits.text([.infinity, -1.5, .leastNonzeroMagnitude]))
    }
}
