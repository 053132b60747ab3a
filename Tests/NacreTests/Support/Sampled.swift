import Foundation
import Nacre
import NacreTestSupport

/// A type of which tests make random values. Simple and extreme ones are frequent, so that two of
/// them are sometimes equal.
protocol Sampled: Sendable {
    static var samples: Generator<Self> { get }
    /// Values that come back to the bit as keys in JSON: with one zero, and letters in one
    /// spelling.
    static var keys: Generator<Self> { get }
    /// An equal value that Swift's `<` orders correctly.
    var inOrder: Self { get }
}

extension Sampled {
    var inOrder: Self { self }
    static var keys: Generator<Self> { samples }
}

extension BinaryFloatingPoint {
    /// An equal value with one zero and one NaN, as JSON has them.
    var inJSON: Self { self == 0 ? 0 : isNaN ? .nan : self }
}

extension Comparable where Self: Sampled {
    /// Returns two values, the lesser one first. Swift makes no range of NaN.
    static func bounds(_ one: Self, _ other: Self) throws(Rejection) -> (Self, Self) {
        let (place, otherPlace) = (one.inOrder, other.inOrder)
        guard place <= otherPlace || otherPlace <= place else { throw Rejection() }
        return place <= otherPlace ? (one, other) : (other, one)
    }

    static func isBefore(_ one: Self, _ other: Self) -> Bool { one.inOrder < other.inOrder }
}

extension Optional where Wrapped: Comparable & Sampled {
    /// Returns whether one value precedes another; nil comes first.
    static func isBefore(_ one: Wrapped?, _ other: Wrapped?) -> Bool {
        guard let other else { return false }
        return one.map { Wrapped.isBefore($0, other) } ?? true
    }
}

extension Choices {
    /// Draws a random value of the required type.
    mutating func sample<Value: Sampled>(_ type: Value.Type = Value.self) throws(Rejection) -> Value
    {
        try draw(Value.samples)
    }
}

extension Sampled where Self: FixedWidthInteger {
    static var samples: Generator<Self> {
        .oneOf(.element(of: [0, 1, 2, .min, .max, .max - 1]), .integer())
    }
}

extension Int8: Sampled {}
extension Int16: Sampled {}
extension Int32: Sampled {}
extension Int64: Sampled {}
extension Int: Sampled {}
extension UInt8: Sampled {}
extension UInt16: Sampled {}
extension UInt32: Sampled {}
extension UInt64: Sampled {}
extension UInt: Sampled {}

extension Bool: Sampled {
    static var samples: Generator<Bool> { .bool() }
}

extension Double: Sampled {
    static var samples: Generator<Double> {
        .oneOf(
            .element(of: [
                0, -0.0, 1, -1, 0.5, 1e20, .nan, .infinity, -.infinity, .leastNonzeroMagnitude,
                .greatestFiniteMagnitude,
            ]), .double())
    }
}

extension Float: Sampled {
    static var samples: Generator<Float> {
        .oneOf(
            .element(of: [0, -0.0, 1, 0.1, .nan, .infinity, .leastNonzeroMagnitude]), .float())
    }
}

extension Date: Sampled {
    /// Makes dates without NaN: Foundation considers such a date at most every other one, unlike
    /// its number.
    static var samples: Generator<Date> {
        Generator<Double>.oneOf(
            .integer(of: Int32.self), Double.samples.map { $0.isNaN ? 0 : $0 }
        ).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    static var keys: Generator<Date> {
        samples.map { date in
            Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.inJSON)
        }
    }
}

extension Generator where Value == Double {
    /// Makes whole numbers.
    static func integer<Integer: FixedWidthInteger & Sendable>(of type: Integer.Type) -> Generator {
        Generator<Integer>.integer().map { Double($0) }
    }
}

extension String: Sampled {
    /// The text in NFC. In Swift 6.3, `<` is false both ways if one text, not in NFC, is the
    /// beginning of another: of "e\u{301}" and "\u{e9}a" neither is less, and they are not equal.
    var inOrder: String { precomposedStringWithCanonicalMapping }

    static var keys: NacreTestSupport.Generator<String> {
        samples.map { $0.precomposedStringWithCanonicalMapping }
    }

    static var samples: Generator<String> {
        .frequency(
            (
                300,
                .element(of: [
                    "", "a", "A", "ab", "K", "\u{212a}", "caf\u{e9}", "cafe\u{301}", "CAF\u{c9}",
                    "\u{df}", "SS", "\r\n", "\n", "\u{0}", "\"\\`", "1", "nil",
                ])
            ), (300, .string(count: 0...8)), (10, .string(count: 0...300)),
            // Spellings, some of which are beginnings of others in another spelling.
            (300, spellings),
            // Values of this size are external.
            (
                1,
                NacreTestSupport.Generator<String>.string(count: 1...4).map {
                    String(repeating: $0 + "x", count: 66_000)
                }
            ))
    }
}

extension String {
    private static var spellings: NacreTestSupport.Generator<String> {
        NacreTestSupport.Generator<[String]>.array(
            of: .element(of: ["e\u{301}", "\u{e9}", "e"]), count: 1...2
        ).map { $0.joined() }
    }
}

extension Data: Sampled {
    static var samples: Generator<Data> {
        .frequency(
            (20, .element(of: [Data(), Data([0]), Data([0, 1]), Data([255])])),
            (20, NacreTestSupport.Generator<[UInt8]>.bytes().map { Data($0) }),
            (1, UInt8.samples.map { Data(repeating: $0, count: 70_000) }))
    }
}

extension UUID: Sampled {
    static var samples: Generator<UUID> {
        Generator<[UInt8]>.oneOf(
            .element(of: [
                Array(repeating: 0, count: 16), Array(repeating: 255, count: 16), Array(0..<16),
            ]), .array(of: UInt8.samples, count: 16)
        ).map { b in
            UUID(
                uuid: (
                    b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11],
                    b[12], b[13], b[14], b[15]
                ))
        }
    }
}

extension URL: Sampled {
    static var samples: Generator<URL> {
        .element(
            of: [
                "https://example.org", "https://example.org/a%20b?c=d&e=%C3%A9#f", "file:///tmp/a",
                "mailto:a@example.org", "relative/path", "https://xn--bcher-kva.example/",
            ].compactMap { URL(string: $0) })
    }
}

extension Decimal: Sampled {
    static var samples: Generator<Decimal> {
        let texts = [
            "0", "1", "-1", "10", "0.1", "12.50", "99999999999999999999999999999999999999",
            "-0.00000000000000000000000000000000000001", "12345678901234567890.123456789012345678",
            "1e100", "-7e-100", "3e120",
        ]
        let digits = Generator<UInt64>.integer()
        return .oneOf(
            .element(of: texts.compactMap { Decimal(string: $0) }),
            Generator { choices throws(Rejection) in
                var decimal = Decimal(try choices.draw(digits)) * Decimal(try choices.draw(digits))
                if decimal.isNaN { decimal = 0 }
                let power = try choices.draw(Generator<Int>.integer(in: -60...60))
                let scaled = Decimal(
                    sign: try choices.draw(.bool()) ? .minus : .plus, exponent: power,
                    significand: decimal)
                return scaled.isNaN ? 0 : scaled
            })
    }
}

extension ObjectID: Sampled {
    static var samples: Generator<ObjectID<Element>> {
        UInt64.samples.map { ObjectID(rawValue: $0) }
    }
}

extension Ref: Sampled where Target.ID: Sampled {
    static var samples: Generator<Ref<Target>> { Target.ID.samples.map { Ref(id: $0) } }
}

extension Optional: Sampled where Wrapped: Sampled {
    static var samples: Generator<Wrapped?> { .optional(Wrapped.samples) }
}

extension Array: Sampled where Element: Sampled {
    static var samples: Generator<[Element]> { .array(of: Element.samples, count: 0...5) }
}

extension Set: Sampled where Element: Sampled {
    static var samples: Generator<Set<Element>> { [Element].samples.map { Set($0) } }
}

extension Dictionary: Sampled where Key: Sampled, Value: Sampled {
    static var samples: Generator<[Key: Value]> { .dictionary(Key.keys, Value.samples) }
}

extension Generator {
    /// Makes dictionaries of few members.
    static func dictionary<Key: Sendable, Member>(
        _ key: Generator<Key>, _ member: Generator<Member>
    ) -> Generator where Value == [Key: Member] {
        let pairs = Generator<[(Key, Member)]>.array(of: .tuple(key, member), count: 0...5)
        return pairs.map { pairs in
            var dictionary: [Key: Member] = [:]
            for (key, member) in pairs { dictionary[key] = member }
            return dictionary
        }
    }
}
