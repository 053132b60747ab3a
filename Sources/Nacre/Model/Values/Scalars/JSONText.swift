public import NacreEngine
internal import NacreFormat

/// Canonical JSON text: names are in the order of their bytes, and there is no whitespace.
/// `Codable` values and collections are stored in this form, so that the tool can show them.
public struct JSONText: Hashable, Sendable {
    /// The canonical text.
    public let text: String

    /// Converts JSON to its canonical form.
    /// - Throws: ``StoreError`` with `invalidValue` if the text is not JSON.
    public init(_ text: String) throws(StoreError) {
        do throws(JSONError) {
            let bytes = JSONWriter.bytes(of: try JSONParser.parse(text), sortedNames: true)
            self.text = String(decoding: bytes, as: UTF8.self)
        } catch {
            throw StoreError(
                .invalidValue, "The text is not JSON that can be stored.", cause: "\(error)")
        }
    }

    /// - Parameter canonical: The text in canonical form, as it is stored.
    init(canonical: String) { text = canonical }
}

extension JSONText: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.json) }

    /// Writes the value into the next slots of a record.
    /// - Throws: An error if the text is only `null`, which every store reads as a missing value.
    public func encode(into row: inout ObjectEncoder) throws {
        guard text != "null" else {
            throw AttributeError.notStorable(
                reason: "its JSON is null alone: declare the property as optional, and use nil")
        }
        row.store(text)
    }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout ObjectDecoder) throws -> JSONText {
        JSONText(canonical: try row.text())
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.json(text)) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned, or from that of an
    /// id, which is a string.
    public init(_ stored: StoredValue) throws {
        switch stored.value {
        case .json(let text), .string(let text): self.init(canonical: text)
        default: throw Self.mismatch
        }
    }
}
