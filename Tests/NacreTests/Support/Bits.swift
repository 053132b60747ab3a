import Foundation

/// The text of a value that shows its every bit, to compare a stored value with the original: NaN
/// equals itself here, -0.0 is not 0.0, and equivalent spellings of a string differ.
///
/// It reads values by reflection, so it shares nothing with the code under test.
enum Bits {
    static func text(_ value: Any) -> String {
        switch value {
        case let value as Double: "d\(String(value.bitPattern, radix: 16))"
        case let value as Float: "f\(String(value.bitPattern, radix: 16))"
        case let value as String: bytes(Array(value.utf8))
        case let value as Data: bytes([UInt8](value))
        case let value as Date:
            "t\(String(value.timeIntervalSinceReferenceDate.bitPattern, radix: 16))"
        case let value as Decimal: "n\(value)"
        case let value as UUID: value.uuidString
        case let value as URL: "u\(value.absoluteString)"
        default: structure(value)
        }
    }

    /// Returns the text of bytes. Long ones are shown as a hash: printing them takes longer than
    /// all the rest.
    private static func bytes(_ bytes: [UInt8]) -> String {
        bytes.count <= 100 ? "\(bytes)" : "\(bytes.count) bytes \(bytes.hashValue)"
    }

    private static func structure(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        let children = mirror.children.map { "\($0.label ?? ""):\(text($0.value))" }
        switch mirror.displayStyle {
        case .set, .dictionary: return "{\(children.sorted().joined(separator: ", "))}"
        // A case without a payload has no children, and neither has an empty collection.
        case .enum where children.isEmpty: return "\(value)"
        case .optional where children.isEmpty: return "nil"
        case nil where children.isEmpty: return "\(value)"
        default: return "(\(children.joined(separator: ", ")))"
        }
    }
}
