package import NacreFormat

/// An entity with an attribute of every stored type, and extreme values of each.
package enum AllTypes {
    /// The schema: first the id, then one attribute per type, every second one nullable, and more
    /// than eight of these.
    package static let schema = StoredSchema(
        number: EntityNumber(9), name: "Everything",
        attributes: [
            AttributeSchema(
                id: AttributeID(1), name: "key", type: .scalar(.objectID), isNullable: false)
        ]
            + StoredType.all.enumerated().map { index, type in
                AttributeSchema(
                    id: AttributeID(UInt32(index + 2)), name: type.name, type: type,
                    isNullable: index % 2 == 0)
            }, idOrdinal: 0)

    package static let layout = Layout(id: LayoutID(3), of: schema)

    /// Returns values of a type at the ends of its range and at the boundaries between its encoded
    /// forms.
    package static func extremes(_ type: StoredType) -> [Value] {
        switch type {
        case .scalar(let type): return extremes(type)
        case .string:
            return ["", "a", "\u{0}", "a\u{301}", "\u{E1}", "\u{1F600}", "\"\\\n"].map {
                .string($0)
            } + [.string(String(repeating: "x", count: 70_000))]
        case .data:
            return [[], [0], [0xFF, 0xFE], [UInt8](repeating: 1, count: 70_000)].map { .data($0) }
        case .json:
            return ["true", "{}", #"{"a":[1,2.5,"x"],"b":null}"#, "18446744073709551616"].map {
                .json($0)
            }
        case .array(let element):
            return [.array([]), .array(extremes(element))]
        }
    }

    private static func extremes(_ type: ScalarType) -> [Value] {
        let doubles = [
            0, -0.0, 0.1, 1e-5, 1e-4, 9_007_199_254_740_992, 9_007_199_254_740_994, .pi, .infinity,
            -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -1.5,
        ]
        switch type {
        case .bool: return [.bool(false), .bool(true)]
        case .int8: return integers(Int8.self)
        case .int16: return integers(Int16.self)
        case .int32: return integers(Int32.self)
        case .int64: return integers(Int64.self)
        case .uint8: return integers(UInt8.self)
        case .uint16: return integers(UInt16.self)
        case .uint32: return integers(UInt32.self)
        case .uint64: return [.uint(0), .uint(.max), .uint(1 << 63)]
        case .float:
            return [
                0, -0.0, 0.1, .infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
            ]
            .map { .float($0) }
        case .double: return doubles.map { .double($0) }
        case .date:
            let whole = [
                -63_113_904_000, 252_423_993_599, 4e11, Double(Int64.min), Double(Int64.max),
                86_400,
            ]
            return (doubles + whole).map { .date($0) }
        case .uuid:
            return [UUIDValue(high: 0, low: 0), UUIDValue(high: .max, low: 1)].map { .uuid($0) }
        case .decimal: return decimals.map { .decimal($0) }
        case .objectID: return [.objectID(0), .objectID(.max), .objectID(1 << 22)]
        }
    }

    private static func integers<Integer: FixedWidthInteger>(_ type: Integer.Type) -> [Value] {
        [0, 1, Integer.min, Integer.max].map { .int(Int64($0)) }
    }

    package static var decimals: [DecimalValue] {
        let mantissas: [UInt128] = [0, 1, 9, 125, .max, .max - 5, .max / 10]
        var decimals: [DecimalValue] = []
        for mantissa in mantissas {
            for exponent in [-128, -60, -40, -39, -3, -1, 0, 1, 2, 30, 37, 38, 39, 40, 127] {
                for isNegative in [false, true] {
                    if let decimal = DecimalValue(
                        mantissa: mantissa, exponent: exponent, isNegative: isNegative)
                    {
                        decimals.append(decimal)
                    }
                }
            }
        }
        return decimals
    }

    /// Returns one object: for each type the extreme value with this number, modulo their count.
    package static func values(_ number: Int) -> [Value] {
        schema.attributes.map { attribute in
            var values = extremes(attribute.type)
            if attribute.isNullable { values.append(.null) }
            return values[number % values.count]
        }
    }
}
