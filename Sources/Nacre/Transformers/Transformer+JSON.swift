public import Foundation
internal import NacreFormat

extension Transformer where Value: Codable, Stored == JSONText {
    /// A `Codable` value as JSON text, which the tool shows as it is.
    ///
    /// Equal values have equal texts: what is in a set, or in a dictionary whose keys are neither
    /// strings nor integers, is sorted by its text, there is one zero, and the letters of names are
    /// spelled in one way (NFC). So -0.0 comes back as 0.0.
    /// - Note: `Codable` does not tell a collection that a type encodes element by element, or by
    ///   `set.encode(to: encoder)`, from an array. Such a type sorts it itself.
    public static var json: Self {
        Transformer(
            "json",
            transform: { try JSONCoding.text(of: $0) },
            reverse: { try JSONCoding.decode(Value.self, from: Data($0.text.utf8)) })
    }
}

extension Transformer where Value: Codable, Stored == Data {
    /// A `Codable` value as the bytes of its JSON text, for a stage behind it: `.json, .lz4`.
    /// - Note: in bytes each spelling of a letter is another one, so equal values need not be
    ///   stored equally: filters compare an attribute with a stage behind `.json` with nil only,
    ///   see ``OpaqueField``.
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
        JSONText(canonical: try JSONNode(value, at: []).text())
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        // What a store holds comes from the program itself.
        decoder.userInfo[.mayIgnoreDefaultFilter] = true
        return try decoder.decode(type, from: data)
    }
}
