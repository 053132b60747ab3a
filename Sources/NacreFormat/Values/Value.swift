/// One attribute's value without its Swift type, as the engine, the tool and the tests pass it.
package enum Value: Sendable, Hashable {
    case null
    case bool(Bool)
    /// Every integer type but UInt64; the attribute's type says which, and so the range.
    case int(Int64)
    case uint(UInt64)
    case float(Float)
    case double(Double)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case uuid(UUIDValue)
    case decimal(DecimalValue)
    case objectID(UInt64)
    case string(String)
    case data([UInt8])
    /// Canonical JSON text.
    case json(String)
    /// Scalars of one type, none of them null.
    case array([Value])

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The kind as a word, for errors.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .int, .uint: "integer"
        case .float, .double: "double"
        case .date: "date"
        case .uuid: "uuid"
        case .decimal: "decimal"
        case .objectID: "objectid"
        case .string: "string"
        case .data: "data"
        case .json: "json"
        case .array: "array"
        }
    }

    /// Whether two values are the same to the bit: NaN is itself, -0.0 is not 0.0, and canonically
    /// equivalent strings of different bytes differ. `==` is Swift's, so neither of these holds.
    package func isIdentical(to other: Value) -> Bool {
        switch (self, other) {
        case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
        case (.double(let a), .double(let b)), (.date(let a), .date(let b)):
            a.bitPattern == b.bitPattern
        case (.string(let a), .string(let b)), (.json(let a), .json(let b)):
            a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.isIdentical(to: $1) }
        default: self == other
        }
    }
}
