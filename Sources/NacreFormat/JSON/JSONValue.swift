/// One JSON value as a tree. It preserves everything in its text except white space and the
/// spelling of escapes and decimal fractions. It does not depend on the store's value types.
///
/// Equality follows the text, not Swift's looser notions: strings and names are equal if their
/// UTF-8 bytes are (canonically equivalent spellings differ), doubles if their bits are (so `-0.0`
/// differs from `0.0`, and a NaN equals itself), and `.integer(1)` differs from `.double(1)`. The
/// order of members counts.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits in 64 bits. `-0` is not one: see `double`.
    case integer(Int64)
    /// A number with a fraction or an exponent, rounded to the nearest double. A magnitude too
    /// small for a double becomes zero. The text `-0` is `.double(-0.0)`, because no integer is -0.
    case double(Double)
    /// An integer outside Int64, as the digits of its text: an optional minus sign and no leading
    /// zero. JSON sets no range, so no digit may be lost. From `parseKeepingSpelling`, also the
    /// text of a number with a fraction or an exponent.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text. The parser allows no duplicate names, and values built
    /// in code should have none.
    case object([JSONMember])
}

/// One member of a JSON object: a name and its value.
package struct JSONMember: Sendable {
    package var name: String
    package var value: JSONValue

    @inlinable
    package init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue: Hashable {
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
        case (.number(let a), .number(let b)): JSONBytes.areEqual(a, b)
        case (.string(let a), .string(let b)): JSONBytes.areEqual(a, b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value.bitPattern)
        case .number(let text), .string(let text): JSONBytes.hash(text, into: &hasher)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension JSONMember: Hashable {
    package static func == (left: JSONMember, right: JSONMember) -> Bool {
        JSONBytes.areEqual(left.name, right.name) && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
        JSONBytes.hash(name, into: &hasher)
        hasher.combine(value)
    }
}
