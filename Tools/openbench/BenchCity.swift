internal import NacreEngine
internal import NacreFormat

/// The City of the performance goals: 142 bytes of values on average.
enum BenchCity {
    static let name = "City"
    /// The indexes, except those of the id and of the unique attribute.
    static let indexes: [NamedIndex] = [["name"], ["country"], ["population"]]

    static func attributes(isUnique: Bool, isColumnar: Bool = false) -> [AttributeSchema] {
        [
            attribute(1, "id", .scalar(.int64)),
            attribute(2, "geonameID", .scalar(.int64), isUnique: isUnique),
            attribute(3, "name", .string),
            attribute(4, "country", .string, isColumnar: isColumnar),
            attribute(5, "population", .scalar(.int64), isColumnar: isColumnar),
            attribute(6, "latitude", .scalar(.double), isColumnar: isColumnar),
            attribute(7, "longitude", .scalar(.double)),
            attribute(8, "elevation", .scalar(.int32), isNullable: true),
            attribute(9, "founded", .scalar(.date), isNullable: true),
            attribute(10, "status", .scalar(.int32), isColumnar: isColumnar),
            attribute(11, "note", .string),
        ]
    }

    private static func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, isNullable: Bool = false,
        isUnique: Bool = false, isColumnar: Bool = false
    ) -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(id), name: name, type: type, isNullable: isNullable,
            isUnique: isUnique, isColumnar: isColumnar)
    }

    private static let names = (4..<20).map { String(repeating: "x", count: $0) }
    private static let note = String(repeating: "n", count: 80)

    static func values(_ number: Int64) -> [Value] {
        // A permutation of 32 bits: external ids are unordered.
        let scattered = Int64(UInt32(truncatingIfNeeded: number) &* 2_654_435_761)
        let letters = names[Int(scattered % 16)]
        return [
            .int(number), .int(scattered), .string(letters),
            .string(["CH", "DE", "FR", "US"][Int(scattered & 3)]), .int(scattered % 5_000_000),
            .double(Double(scattered % 180) - 90), .double(Double(scattered % 360) - 180),
            number % 3 == 0 ? .int(number % 4000) : .null, number % 5 == 0 ? .date(0) : .null,
            .int(1), .string(note),
        ]
    }
}
