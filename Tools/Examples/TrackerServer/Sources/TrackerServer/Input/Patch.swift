/// The change of an optional property by a JSON object: `null` removes the value, and a property
/// that is missing stays as it is. An optional alone could not tell these two apart.
enum Patch<Value: Decodable & Sendable>: Sendable {
    case unchanged
    case set(Value?)

    /// Changes a property, unless the patch leaves it unchanged.
    func apply(to property: inout Value?) {
        if case .set(let value) = self { property = value }
    }
}

extension Patch: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = .set(container.decodeNil() ? nil : try container.decode(Value.self))
    }
}

extension KeyedDecodingContainer {
    /// Decodes a patch; a missing key changes nothing. The synthesized initializers call it.
    func decode<Value>(_ type: Patch<Value>.Type, forKey key: Key) throws -> Patch<Value> {
        guard contains(key) else { return .unchanged }
        return try Patch(from: superDecoder(forKey: key))
    }
}
