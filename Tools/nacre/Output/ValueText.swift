internal import NacreExchangeCore
internal import NacreFormat

/// Formats a value as text without quotes, for a cell of a table or of a CSV file.
enum ValueText {
    /// Returns nil for null, which each format shows in its own way. Otherwise returns the JSON
    /// form of Formats.md, or, if that is a string, the string itself.
    static func text(_ value: Value) -> String? {
        switch value {
        case .null: return nil
        case .string(let text), .json(let text): return text
        case .date(let seconds):
            if let text = DateText.text(seconds) { return text }
        case .uuid(let uuid): return uuid.description
        case .decimal(let decimal): return decimal.description
        case .objectID(let id): return ObjectIDText.text(id)
        case .data(let bytes): return Base64.text(bytes)
        case .float(let number) where !number.isFinite: return nonFinite(Double(number))
        case .double(let number) where !number.isFinite: return nonFinite(number)
        case .bool, .int, .uint, .float, .double, .array: break
        }
        var writer = JSONWriter()
        value.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The maximum length of a shortened text.
    private static let shortMax = 180

    /// Returns the text for people: as ``text(_:)``, but for a long value only its beginning and
    /// its size.
    static func shortened(_ value: Value) -> String? {
        // Avoids making the text of all bytes, which may be a gigabyte.
        if case .data(let bytes) = value, bytes.count > shortMax / 4 * 3 {
            return cut(Base64.text(Array(bytes.prefix(shortMax / 4 * 3))), size: bytes.count)
        }
        guard let text = text(value) else { return nil }
        // Scalars are counted, because characters can have any length.
        let scalars = text.unicodeScalars.prefix(shortMax)
        guard scalars.endIndex < text.endIndex else { return text }
        return cut(String(scalars), size: text.utf8.count)
    }

    private static func cut(_ beginning: String, size: Int) -> String {
        "\(beginning)... (\(ByteCount.grouped(size)) bytes)"
    }

    private static func nonFinite(_ number: Double) -> String {
        number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }

    /// Whether a column of this type has digits, and is therefore aligned to the right.
    static func isNumber(_ type: StoredType) -> Bool {
        switch type.scalar {
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
            .decimal:
            true
        default: false
        }
    }
}
