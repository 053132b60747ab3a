#if Macros
    package import Nacre

    // User types with the library's names. Generated code must still refer to the library's.

    package struct Field: Hashable {}
    package struct Filter: Hashable {}
    package struct FieldPath: Hashable {}
    package struct FieldSet: Hashable {}
    package struct EntitySchema: Hashable {}
    package struct AnyAttribute: Hashable {}
    package struct ObjectEncoder: Hashable {}
    package struct ObjectDecoder: Hashable {}
    package struct NestedValue: Hashable {}
    package struct Row: Hashable {}
    package struct T: Hashable {}

    package enum Value: String, Storable {
        case low, high
    }

    @Embedded
    package struct Pair: Hashable {
        package var value: Value
        package var T: Int = 0
    }

    /// An entity whose names are keywords, or those of generated code's own parameters.
    @Entity
    package struct Clash: Hashable {
        package var value: Value
        package var pair: Pair?
        package var `default`: Int = 3
        package var `in`: String
        package var `class`: Pair
        package var `Self`: Bool = true
        package var `var`: Int?
        package var `inout`: [Int]
        @Attribute(.unique, .named("return")) package var `return`: String
        @Attribute(.transformed(by: .json)) package var `switch`: [String: Int] = [:]
        package var row: Int
        package var object: Int
        package var attributes: [String]
        package var fields: Int
        package var path: String
        package var type: Value?
        package var schema_: Int = 1
    }

    extension Clash {
        /// A value made by the memberwise initialiser.
        package static var sample: Clash {
            Clash(
                value: .high, pair: Pair(value: .low), in: "xyz", class: Pair(value: .low, T: 4),
                `inout`: [1], return: "r", row: 1, object: 2, attributes: ["a"], fields: 3,
                path: "p", type: .low)
        }

        /// A filter by keyword names.
        package static var request: FetchRequest<Clash> {
            Clash.where { $0.default == 3 && $0.in.hasPrefix("x") && $0.class.value == .low }
        }
    }
#endif
