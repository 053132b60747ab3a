import NacreFormat

/// An entity with an attribute of each stored type, and values at the ends of their ranges.
enum EveryType {
    static let attributes =
        [
            AttributeSchema(
                id: AttributeID(7), name: "key \"\n\u{1F511}", type: .scalar(.objectID),
                isNullable: false)
        ]
        + StoredType.all.enumerated().map { index, type in
            AttributeSchema(
                id: AttributeID(UInt32(100 - index)), name: type.name, type: type,
                isNullable: true, isUnique: false, reference: index == 3 ? "City" : nil)
        }

    static let idName = attributes[0].name

    /// Returns one object: for each type the value with this number modulo their count, including
    /// null.
    static func values(_ number: Int) -> [Value] {
        [.objectID(UInt64(number) << 40)]
            + columns.map { $0[number % $0.count] }
    }

    private static let columns = StoredType.all.map { values($0) + [.null] }

    static func values(_ type: StoredType) -> [Value] {
        // Over 64 KiB, so that it is an external value.
        let long = String(repeating: "\u{E9}\"", count: 23_000)
        return switch type {
        case .scalar(let type): values(type)
        case .string:
            ["", "\u{0}\u{1F}\u{7F}\u{9B}", "a\u{301}", "\u{E1}", "\u{1F600}\"\\\n", long]
                .map { .string($0) }
        case .data:
            [[], [0], [0xFF, 0xFE], [UInt8](repeating: 7, count: 70_000)].map { .data($0) }
        case .json:
            ["true", "0", "-0.0", "\"\"", "{}", #"{"a":[1,2.5,"x"],"b":null}"#, "[1e+300]"]
                .map { .json($0) } + [.json("[\(String(repeating: "1,", count: 33_000))2]")]
        case .array(let element): [.array([]), .array(values(element))]
        }
    }

    private static func values(_ type: ScalarType) -> [Value] {
        let doubles = [
            0, -0.0, 0.1, 1e-5, 9_007_199_254_740_994, 1e16, .pi, .infinity, -.infinity, .nan,
            .greatestFiniteMagnitude, .leastNonzeroMagnitude, 123_456_789,
        ]
        return switch type {
        case .bool: [.bool(false), .bool(true)]
        case .int8: integers(Int8.self)
        case .int16: integers(Int16.self)
        case .int32: integers(Int32.self)
        case .int64: integers(Int64.self)
        case .uint8: integers(UInt8.self)
        case .uint16: integers(UInt16.self)
        case .uint32: integers(UInt32.self)
        case .uint64: [.uint(0), .uint(.max), .uint(1 << 63)]
        case .float: doubles.map { .float(Float($0)) }
        case .double: doubles.map { .double($0) }
        case .date: (doubles + [-978_307_200, -978_307_200.5, 4e11]).map { .date($0) }
        case .uuid: [.uuid(UUIDValue(high: 0, low: 0)), .uuid(UUIDValue(high: .max, low: 1))]
        case .decimal:
            ["0", "-12.5", "3e40", "1e-60", "340282366920938463463374607431768211455", "5e127"]
                .compactMap { DecimalValue($0) }.map { .decimal($0) }
        case .objectID: [.objectID(0), .objectID(.max)]
        }
    }

    private static func integers<Integer: FixedWidthInteger>(_ type: Integer.Type) -> [Value] {
        [0, 1, Integer.min, Integer.max].map { .int(Int64($0)) }
    }
}
