public import Foundation
internal import NacreFormat

extension Transformer where Value: Codable, Stored == JSONText {
    /// A `Codable` value as JSON text, which the tool shows as it is.
    ///
    /// Equal values have equal texts. The elements of a set, and the entries of a dictionary whose
    /// keys are neither strings nor integers, are sorted by their texts. There is one zero, so -0.0
    /// comes back as 0.0. The letters of names are spelled in one way (NFC).
    /// - Note: If a type encodes a collection element by element, or by `set.encode(to: encoder)`,
    ///   `Codable` cannot distinguish the collection from an array. Such a type must sort it
    ///   itself.
    public static var json: Self {
        Transformer(
            "json",
            transform: { try JSONCoding.text(of: $0) },
            reverse: { try JSONCoding.decode(Value.self, from: Data($0.text.utf8)) })
    }
}

extension Transformer where Value: Codable, Stored == Data {
    /// A `Codable` value as the bytes of its JSON text, for a following stage: `.json, .lz4`.
    /// - Note: Each spelling of a letter has different bytes, so equal values may be stored
    ///   differently. If a stage follows `.json`, filters compare the attribute with nil only, see
    ///   ``OpaqueField``.
    @_disfavoredOverload
    public static var json: Self {
        Transformer(
            "json",
            transform: { Data(try JSONCoding.text(of: $0).text.utf8) },
            reverse: { try JSONCoding.decode(Value.self, from: $0) })
    }
}

/// The conversion of `Codable` values to JSON, and back. Dates are seconds since 2001, data is
/// Base64, and NaN and the infinities, which JSON does not have, are strings, as everywhere in the
/// store.
private enum JSONCoding {
    /// Returns a value as JSON text.
    /// - Throws: The error of the value's coding, or an error if a number would lose digits.
    static func text(of value: some Encodable) throws -> JSONText {
        JSONText(canonical: try JSONNode(value, at: []).text())
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        // Stored data comes from the program itself, so requests in it may ignore default filters.
        decoder.userInfo[.mayIgnoreDefaultFilter] = true
        return try decoder.decode(type, from: data)
    }
}
