/// One attribute's value without its Swift type, as the engine, the tool and the tests pass it.
package enum Value: Sendable {
    case null
    case bool(Bool)
    /// Every integer type except UInt64. The attribute's type determines the range.
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

    /// Returns whether two values have the same bits: unlike with `==`, -0.0 is not 0.0, and
    /// canonically equivalent strings with different bytes differ.
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

/// Equality of keys: equal by Swift's `==`, or the same NaN with the same bits. Every value equals
/// itself, so that conditions, keys and defaults can be compared, hashed and looked up. The `==` of
/// a filter differs: there NaN equals nothing.
extension Value: Hashable {
    package static func == (first: Value, second: Value) -> Bool {
        // Switches over one value only: over both, the compiler could not check that all cases are
        // covered.
        switch first {
        case .null: return second.isNull
        case .bool(let a): if case .bool(let b) = second { return a == b }
        case .int(let a): if case .int(let b) = second { return a == b }
        case .uint(let a): if case .uint(let b) = second { return a == b }
        case .float(let a):
            if case .float(let b) = second { return a == b || a.bitPattern == b.bitPattern }
        case .double(let a):
            if case .double(let b) = second { return a == b || a.bitPattern == b.bitPattern }
        case .date(let a):
            if case .date(let b) = second { return a == b || a.bitPattern == b.bitPattern }
        case .uuid(let a): if case .uuid(let b) = second { return a == b }
        case .decimal(let a): if case .decimal(let b) = second { return a == b }
        case .objectID(let a): if case .objectID(let b) = second { return a == b }
        case .string(let a): if case .string(let b) = second { return a == b }
        case .data(let a): if case .data(let b) = second { return a == b }
        case .json(let a): if case .json(let b) = second { return a == b }
        case .array(let a): if case .array(let b) = second { return a == b }
        }
        return false
    }

    /// Hashes the value. Swift hashes both zeros alike, and NaN by its bits.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .int(let number): hasher.combine(number)
        case .uint(let number), .objectID(let number): hasher.combine(number)
        case .float(let number): hasher.combine(number)
        case .double(let number), .date(let number): hasher.combine(number)
        case .uuid(let uuid): hasher.combine(uuid)
        case .decimal(let decimal): hasher.combine(decimal)
        case .string(let text), .json(let text): hasher.combine(text)
        case .data(let bytes): hasher.combine(bytes)
        case .array(let elements): hasher.combine(elements)
        }
    }
}
