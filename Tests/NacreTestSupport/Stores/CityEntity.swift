package import NacreEngine
package import NacreFormat

/// A small entity with an attribute of every kind that queries treat differently.
package enum CityEntity {
    package static let name = "City"

    package static let attributes: [AttributeSchema] = [
        attribute(1, "id", .scalar(.int64)),
        attribute(2, "name", .string),
        attribute(3, "country", .string, isNullable: true),
        attribute(4, "population", .scalar(.int64), isNullable: true),
        attribute(5, "latitude", .scalar(.double), isNullable: true),
        attribute(6, "capital", .scalar(.bool)),
        attribute(7, "names", .json, isNullable: true),
    ]

    private static func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, isNullable: Bool = false
    ) -> AttributeSchema {
        AttributeSchema(id: AttributeID(id), name: name, type: type, isNullable: isNullable)
    }

    package static func define(in changes: Changes) throws {
        try changes.define(name, attributes: attributes, id: "id")
    }

    package static func values(
        _ id: Int64, _ name: String, country: String? = nil, population: Int64? = nil
    ) -> [Value] {
        [
            .int(id), .string(name), country.map { .string($0) } ?? .null,
            population.map { .int($0) } ?? .null, .null, .bool(false), .null,
        ]
    }
}
