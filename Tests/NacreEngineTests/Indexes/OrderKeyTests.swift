import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The keys of indexes keep the order of sorts: a lower key is a lower value, and where a key is
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
    func `keys of one attribute are in the order of its values`(type: StoredType) {
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
    func `keys of two attributes are in the order of both`(type: StoredType) {
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

    @Test func `null comes first, zeros are one, NaN comes last, and forms of a letter are one`() {
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
}
