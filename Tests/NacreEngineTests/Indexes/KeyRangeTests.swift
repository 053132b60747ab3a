import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The information that ranges of keys give on their objects, without reading these.
@Suite struct KeyRangeTests {
    private static let attribute = AttributeSchema(
        id: AttributeID(1), name: "name", type: .string, isNullable: true)

    private func keyRange(ofPrefix prefix: String) throws -> KeyRange {
        let keys = KeyRanges(
            attribute: Self.attribute, isUnique: false, idKey: IDKey(HashKey(low: 1, high: 2)))
        let ranges = keys.ranges(of: .text("name", TextCondition(.hasPrefix, prefix)))
        let range = try #require(ranges?.first)
        #expect(ranges?.count == 1)
        return range
    }

    @Test func `a prefix becomes a range in which most texts need no check`() throws {
        let texts = OrderKeyTests.texts
        property("prefixes", runs: 3_000, .tuple(texts, texts, .integer(in: 1...8))) {
            text, other, count in
            // Prefixes of the text, of a part of its last Character, and of another one.
            let cut = String(text.unicodeScalars.prefix(count).map(Character.init))
            for prefix in [String(text.prefix(count)), cut, other] where !prefix.isEmpty {
                let range = try keyRange(ofPrefix: prefix)
                let key = OrderKey.key(.string(text))
                let isInside = range.lower <= key && key <= range.upper
                if text.hasPrefix(prefix) { try require(isInside, "\(prefix) is not inside") }
                if isInside, !range.asks(at: key) {
                    try require(text.hasPrefix(prefix), "\(prefix) is no prefix")
                }
            }
        }
        let range = try keyRange(ofPrefix: "Port")
        #expect(!range.asks(at: OrderKey.key(.string("Port"))))
        #expect(!range.asks(at: OrderKey.key(.string("Portland"))))
        #expect(range.asks(at: OrderKey.key(.string("Port\u{302}"))))
        let foreign = try keyRange(ofPrefix: "\u{c5}lt")
        #expect(!foreign.asks(at: OrderKey.key(.string("\u{c5}lto"))))
        #expect(!foreign.asks(at: OrderKey.key(.string("\u{c5}lt\u{e6}"))))
        #expect(foreign.asks(at: OrderKey.key(.string("\u{c5}lt\u{302}"))))
    }

    @Test func `the key of any text with a prefix is in the range, checked if necessary`() throws {
        let next =
            (UInt32(1)...0x304).compactMap(Unicode.Scalar.init)
            + ["\u{345}", "\u{600}", "\u{200d}", "\u{1f3fb}"]
        for prefix in ["Port", "\u{c5}l", "x\r", "\u{600}", "e\u{301}", "\u{2ff}"] {
            let range = try keyRange(ofPrefix: prefix)
            for letter in next {
                let text = "\(prefix)\(letter)a"
                let key = OrderKey.key(.string(text))
                let isPrefix = text.hasPrefix(prefix)
                #expect(!isPrefix || range.contains(key), "\(text.debugDescription)")
                if range.contains(key), !range.asks(at: key) {
                    #expect(isPrefix, "\(text.debugDescription)")
                }
            }
        }
    }

    private static let checks: [KeyRange.Check] = [
        .none, .all, .ends(lower: true, upper: false), .ends(lower: false, upper: true),
        .ends(lower: true, upper: true), .from(0), .from(4), .from(9),
    ]

    @Test func `a range splits into known and checked keys, and intersections check both`() {
        let bounds = Generator<Int>.integer(in: 0...9)
        let check = Generator<Int>.integer(in: 0...7)
        let range = Generator<KeyRange> { choices throws(Rejection) in
            let (first, second) = (try choices.draw(bounds), try choices.draw(bounds))
            return KeyRange(
                lower: UInt64(min(first, second)), upper: UInt64(max(first, second)),
                check: Self.checks[try choices.draw(check)])
        }
        property("ranges", runs: 2_000, .tuple(range, range)) { first, second in
            let (known, asked) = first.parts
            let both = first.intersection(second)
            for key in 0..<10 as Range<UInt64> {
                let isInside = first.contains(key)
                try requireEqual(
                    known?.contains(key) == true, isInside && !first.asks(at: key), "known \(key)")
                try requireEqual(
                    asked.count { $0.contains(key) }, isInside && first.asks(at: key) ? 1 : 0,
                    "asked \(key)")
                let isInBoth = isInside && second.contains(key)
                try requireEqual(both.contains(key), isInBoth, "inside \(key)")
                if isInBoth, first.asks(at: key) || second.asks(at: key) {
                    try require(both.asks(at: key), "\(key) is not asked in both")
                }
            }
        }
    }
}

extension KeyRange {
    fileprivate func contains(_ key: UInt64) -> Bool { lower <= key && key <= upper }
}
