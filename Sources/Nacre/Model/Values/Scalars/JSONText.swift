public import NacreEngine
internal import NacreFormat

/// Canonical JSON text: names in the order of their bytes, no blanks. How `Codable` values and
/// collections are stored, so that the tool can show them.
public struct JSONText: Hashable, Sendable {
    /// The text, canonical.
    public let text: String

    /// Brings JSON to its canonical form.
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

    /// - Parameter canonical: as it stands in a store.
    init(canonical: String) { text = canonical }
}

extension JSONText: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.json) }

    /// Writes the value into the next slots of a record.
    /// - Throws: if the text is `null` alone, which every store reads as a missing value.
    public func encode(into row: inout RowEncoder) throws {
        guard text != "null" else {
            throw RowError.notStorable(
                reason: "its JSON is null alone: declare the property as optional, and use nil")
        }
        row.store(text)
    }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout RowDecoder) throws -> JSONText {
        JSONText(canonical: try row.text())
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.json(text)) }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .json(let text) = stored.value else { throw Self.mismatch }
        self.init(canonical: text)
    }
}
