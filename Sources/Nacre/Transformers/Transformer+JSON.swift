public import Foundation
internal import NacreFormat

extension Transformer where Value: Codable, Stored == JSONText {
    /// A `Codable` value as JSON text, which the tool shows as it is.
    public static var json: Self {
        Transformer(
            "json",
            transform: { try JSONText(String(decoding: JSONCoding.encode($0), as: UTF8.self)) },
            reverse: { try JSONCoding.decode(Value.self, from: Data($0.text.utf8)) })
    }
}

extension Transformer where Value: Codable, Stored == Data {
    /// A `Codable` value as the bytes of its JSON text, for a stage behind it: `.json, .lz4`.
    @_disfavoredOverload
    public static var json: Self {
        Transformer(
            "json",
            transform: { value in
                let text = String(decoding: try JSONCoding.encode(value), as: UTF8.self)
                return Data(try JSONText(text).text.utf8)
            },
            reverse: { try JSONCoding.decode(Value.self, from: $0) })
    }
}

/// How `Codable` values become JSON: dates as seconds since 2001, data as Base64, and the numbers
/// that JSON has none for as strings, as everywhere in the store.
private enum JSONCoding {
    static func encode(_ value: some Encodable) throws -> Data {
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
