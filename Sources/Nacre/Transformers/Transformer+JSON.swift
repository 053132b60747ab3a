public import Foundation
internal import NacreFormat

extension Transformer where Value: Codable, Stored == JSONText {
    /// A `Codable` value as JSON text, which the tool shows as it is.
    public static var json: Self {
        Transformer(
            "json",
            transform: { try JSONCoding.text(of: $0) },
            reverse: { try JSONCoding.decode(Value.self, from: Data($0.text.utf8)) })
    }
}

extension Transformer where Value: Codable, Stored == Data {
    /// A `Codable` value as the bytes of its JSON text, for a stage behind it: `.json, .lz4`.
    @_disfavoredOverload
    public static var json: Self {
        Transformer(
            "json",
            transform: { Data(try JSONCoding.text(of: $0).text.utf8) },
            reverse: { try JSONCoding.decode(Value.self, from: $0) })
    }
}

/// How `Codable` values become JSON: dates as seconds since 2001, data as Base64, and the numbers
/// that JSON has none for as strings, as everywhere in the store.
private enum JSONCoding {
    /// - Throws: what the value's coding throws, and where a number would lose digits.
    static func text(of value: some Encodable) throws -> JSONText {
        let data = try encode(value)
        guard JSONNumbers.areExact(in: [UInt8](data)) else {
            throw RowError.notStorable(
                reason: "a Decimal inside of a Codable value has more digits than JSON keeps; store"
                    + " it as an attribute of its own, or encode it as a string")
        }
        return try JSONText(String(decoding: data, as: UTF8.self))
    }

    private static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try encoder.encode(value)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try decoder.decode(type, from: data)
    }
}
