import Foundation
import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The keys of indexes keep the order of sorts: a lower key is a lower value, and if a key is
/// exact, equal keys are equal values.
@Suite struct OrderKeyTests {
    private static let types: [StoredType] =
        ScalarType.allCases.map { .scalar($0) } + [.string, .data]

    private func attribute(_ type: StoredType, isNullable: Bool = true) -> AttributeSchema {
        AttributeSchema(id: AttributeID(1), name: "a", type: type, isNullable: isNullable)
    }

    private static func values(_ attribute: AttributeSchema) -> Generator<Value> {
        let value = QueryGenerators.value(attribute.type)
        return attribute.isNullable ? .frequency((1, .just(.null)), (7, value)) : value
    }

    @Test(arguments: types)
    func `keys of one attribute have the order of its values`(type: StoredType) {
        let attribute = attribute(type)
        let values = Self.values(attribute)
        property("keys", runs: 400, .tuple(values, values)) { first, second in
            try check(
                first.order(relativeTo: second), OrderKey.key(first), OrderKey.key(second)
            ) { OrderKey.isExact($0, of: type) }
        }
    }

    private func check(
        _ order: Int, _ first: UInt64, _ second: UInt64, isExact: (UInt64) -> Bool
    ) throws {
        if order < 0 { try require(first <= second, "\(first) and \(second) are out of order") }
        if order > 0 { try require(first >= second, "\(first) and \(second) are out of order") }
        if order == 0 { try requireEqual(first, second, "the keys of equal values") }
        if first == second, isExact(first) { try requireEqual(order, 0, "an exact key") }
    }

    @Test(arguments: types)
    func `keys of two attributes have the order of both`(type: StoredType) {
        for other in Self.types {
            for isNullable in [false, true] {
                let attributes = [
                    attribute(type, isNullable: isNullable), attribute(other, isNullable: true),
                ]
                let row = Generator<[Value]> { choices throws(Rejection) in
                    [
                        try choices.draw(Self.values(attributes[0])),
                        try choices.draw(Self.values(attributes[1])),
                    ]
                }
                property("keys of two", runs: 40, .tuple(row, row)) { first, second in
                    let order = zip(first, second).lazy.map { $0.order(relativeTo: $1) }
                        .first { $0 != 0 }
                    try check(
                        order ?? 0, OrderKey.key(first, of: attributes),
                        OrderKey.key(second, of: attributes), isExact: { _ in false })
                }
            }
        }
    }

    @Test func `null is first, zeros are equal, NaN is last, and spellings are equal`() {
        #expect(OrderKey.key(.null) == 0)
        for value in [.int(.min), .uint(0), .string(""), .data([]), .bool(false)] as [Value] {
            #expect(OrderKey.key(value) == 1, "\(value)")
        }
        #expect(OrderKey.key(.double(0)) == OrderKey.key(.double(-0.0)))
        #expect(OrderKey.key(.double(.nan)) == OrderKey.key(.double(-.nan)))
        #expect(OrderKey.key(.double(.infinity)) < OrderKey.key(.double(.nan)))
        #expect(OrderKey.key(.string("e\u{301}")) == OrderKey.key(.string("\u{e9}")))
        #expect(OrderKey.key(.string("ab")) < OrderKey.key(.string("ab\0")))
        #expect(OrderKey.key(.string("abcdefg")) < OrderKey.key(.string("abcdefgh")))
        #expect(!OrderKey.isExact(OrderKey.key(.string("abcdefgh")), of: .string))
    }

    // MARK: Keys from bytes of a text

    /// Texts with letters of all kinds, including combining marks, near the offsets at which a
    /// key's part of the text ends.
    static let texts = Generator<String> { choices throws(Rejection) in
        let scalars: [String] = [
            "a", "b", "\0", "\u{7f}", "\u{80}", "\u{e9}", "\u{17f}", "\u{2ff}", "\u{300}",
            "\u{301}",
            "\u{323}", "\u{37e}", "\u{1100}", "\u{1161}", "\u{212a}", "\u{ac00}", "\u{1f600}",
        ]
        let common = scalars.prefix(8)
        var text = String(repeating: "x", count: try choices.draw(.integer(in: 0...9)))
        for _ in 0..<(try choices.draw(.integer(in: 0...12)) as Int) {
            let number: Int = try choices.draw(.integer(in: 0...40))
            text += number < scalars.count ? scalars[number] : common[number % common.count]
        }
        return text
    }

    @Test func `keys from plain bytes of a text equal those from its NFC`() {
        property("bytes", runs: 3_000, Self.texts) { text in
            let (key, more) = Array(text.utf8).withView { bytes in
                (OrderKey.key(plain: bytes), OrderKey.continuation(plain: bytes))
            }
            if let key { try requireEqual(key, OrderKey.key(.string(text)), "key") }
            if let more {
                try requireEqual(more, OrderKey.continuation(.string(text)), "continuation")
            }
            // Making a String for each text would cost the whole advantage.
            if text.unicodeScalars.allSatisfy({ $0.value < 0x300 }) {
                try require(key != nil && more != nil, "a String is not needed")
            }
        }
    }

    @Test func `keys with their continuations have the order of texts`() {
        property("continuations", runs: 3_000, .tuple(Self.texts, Self.texts)) { first, second in
            let keys = [first, second].map { OrderKey.key(.string($0)) }
            guard keys[0] == keys[1] else { return }
            let more = [first, second].map { OrderKey.continuation(.string($0)) }
            let order = Value.string(first).order(relativeTo: .string(second))
            try check(order, more[0], more[1]) { _ in
                OrderKey.isExact(keys[0], of: .string)
            }
        }
    }

    @Test func `no scalar before U+0300 changes in NFC, whatever its neighbours`() {
        let scalars = (0..<0x300 as Range<UInt32>).compactMap { Unicode.Scalar($0) }
        for scalar in scalars {
            // Each scalar beside each other one, in both orders.
            var text = ""
            for other in scalars {
                text.unicodeScalars.append(scalar)
                text.unicodeScalars.append(other)
            }
            #expect(text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8))
            let isBeforeMarks = Array(text.utf8).withView { $0.isBeforeMarks($0.count) }
            #expect(isBeforeMarks, "U+\(String(scalar.value, radix: 16))")
        }
        for text in ["\u{300}", "abcdefg\u{301}", "\u{212a}", "abcdefghi\u{ac00}"] {
            #expect(!Array(text.utf8).withView { $0.isBeforeMarks($0.count) }, "\(text.utf8)")
        }
    }
}
