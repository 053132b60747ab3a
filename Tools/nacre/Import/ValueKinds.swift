internal import NacreFormat

/// The kinds of values seen in one attribute of a file.
struct ValueKinds: OptionSet {
    let rawValue: UInt8

    static let bool = ValueKinds(rawValue: 1)
    static let integer = ValueKinds(rawValue: 2)
    /// A number spelled with a fraction or an exponent, and -0.
    static let fraction = ValueKinds(rawValue: 4)
    static let string = ValueKinds(rawValue: 8)
    /// An array or an object.
    static let nested = ValueKinds(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes the kind of one value; empty for null.
    init(_ value: JSONValue) {
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
