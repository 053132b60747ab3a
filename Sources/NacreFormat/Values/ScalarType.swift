/// The type of a value that always takes the same number of bytes and is in a slot. The numbers are
/// on disk: do not change. 0 is never valid.
@usableFromInline
package enum ScalarType: UInt8, Sendable, CaseIterable {
    case bool = 1
    case int8 = 2
    case int16 = 3
    case int32 = 4
    case int64 = 5
    case uint8 = 6
    case uint16 = 7
    case uint32 = 8
    case uint64 = 9
    case float = 10
    case double = 11
    /// Seconds since 2001-01-01T00:00:00Z, as a double.
    case date = 12
    case uuid = 13
    case decimal = 14
    case objectID = 15

    /// Returns the first type that meets a condition. Does not use `allCases`: the first array of a
    /// type costs a process microseconds, and opening a store calls this. The numbers have no gaps.
    static func first(where isWanted: (ScalarType) -> Bool) -> ScalarType? {
        var code: UInt8 = 1
        while let type = ScalarType(rawValue: code) {
            if isWanted(type) { return type }
            code += 1
        }
        return nil
    }

    /// The width, in bytes.
    package var width: Int {
        switch self {
        case .bool, .int8, .uint8: 1
        case .int16, .uint16: 2
        case .int32, .uint32, .float: 4
        case .int64, .uint64, .double, .date, .objectID: 8
        case .uuid: 16
        case .decimal: 20
        }
    }

    package var name: String {
        switch self {
        case .bool: "bool"
        case .int8: "int8"
        case .int16: "int16"
        case .int32: "int32"
        case .int64: "int64"
        case .uint8: "uint8"
        case .uint16: "uint16"
        case .uint32: "uint32"
        case .uint64: "uint64"
        case .float: "float"
        case .double: "double"
        case .date: "date"
        case .uuid: "uuid"
        case .decimal: "decimal"
        case .objectID: "objectid"
        }
    }
}
