package import NacreFormat

/// The kinds of values seen in one attribute of a file.
package struct ValueKinds: OptionSet {
    package let rawValue: UInt8

    package static let bool = ValueKinds(rawValue: 1)
    package static let integer = ValueKinds(rawValue: 2)
    /// A number spelled with a fraction or an exponent, and -0.
    package static let fraction = ValueKinds(rawValue: 4)
    package static let string = ValueKinds(rawValue: 8)
    /// An array or an object.
    package static let nested = ValueKinds(rawValue: 16)

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes the kind of one value; empty for null.
    package init(_ value: JSONValue) {
        switch value {
        case .null: self = []
        case .bool: self = .bool
        case .integer: self = .integer
        case .double: self = .fraction
        case .number(let text): self = Self.isWhole(text) ? .integer : .fraction
        case .string: self = .string
        case .array, .object: self = .nested
        }
    }

    /// Whether a number's text has neither a fraction nor an exponent.
    private static func isWhole(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
    }
}
