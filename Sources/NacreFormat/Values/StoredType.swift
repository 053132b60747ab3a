/// The form in which an attribute's values are stored: a scalar in a slot, or one of the kinds of
/// variable length after the slots.
@usableFromInline
package enum StoredType: Sendable, Hashable {
    case scalar(ScalarType)
    /// UTF-8, the user's bytes unchanged.
    case string
    case data
    /// Canonical JSON text (Formats.md, "JSON text"): nested and mixed values.
    case json
    /// Consecutive scalars, little-endian, without gaps.
    case array(of: ScalarType)

    // The numbers are on disk: do not change.
    private static let stringCode: UInt8 = 32
    private static let dataCode: UInt8 = 33
    private static let jsonCode: UInt8 = 34
    private static let arrayCode: UInt8 = 64

    /// The code in a layout.
    package var code: UInt8 {
        switch self {
        case .scalar(let type): type.rawValue
        case .string: Self.stringCode
        case .data: Self.dataCode
        case .json: Self.jsonCode
        case .array(let element): Self.arrayCode | element.rawValue
        }
    }

    package init?(code: UInt8) {
        switch code {
        case Self.stringCode: self = .string
        case Self.dataCode: self = .data
        case Self.jsonCode: self = .json
        case let code where code & Self.arrayCode != 0:
            guard let element = ScalarType(rawValue: code & ~Self.arrayCode) else { return nil }
            self = .array(of: element)
        default:
            guard let type = ScalarType(rawValue: code) else { return nil }
            self = .scalar(type)
        }
    }

    /// Every stored type, for tests and for the tables of Formats.md.
    package static let all: [StoredType] =
        ScalarType.allCases.map { .scalar($0) } + [.string, .data, .json]
        + ScalarType.allCases.map { .array(of: $0) }

    /// The name in schema frames and in the tool: "int64", "string", "array<double>".
    package var name: String {
        switch self {
        case .scalar(let type): type.name
        case .string: "string"
        case .data: "data"
        case .json: "json"
        case .array(let element): "array<\(element.name)>"
        }
    }

    package init?(name: String) {
        switch name {
        case Self.string.name: self = .string
        case Self.data.name: self = .data
        case Self.json.name: self = .json
        default:
            if let type = ScalarType.first(where: { $0.name == name }) {
                self = .scalar(type)
            } else if let type = ScalarType.first(where: { Self.array(of: $0).name == name }) {
                self = .array(of: type)
            } else {
                return nil
            }
        }
    }

    /// The scalar in the slot, or nil if the value has no slot.
    package var scalar: ScalarType? {
        if case .scalar(let type) = self { type } else { nil }
    }

    package var isVariable: Bool { scalar == nil }

    /// Whether the values have an order, so that a column or an index can keep their keys.
    package var hasOrder: Bool {
        switch self {
        case .json, .array: false
        case .scalar, .string, .data: true
        }
    }
}
