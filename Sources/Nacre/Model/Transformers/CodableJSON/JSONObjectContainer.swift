internal import NacreFormat

/// A container that encodes the members of an object.
struct JSONObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private struct SuperKey: CodingKey {
        var stringValue: String { "super" }
        var intValue: Int? { nil }

        init() {}
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }

    private let node: JSONNode
    let codingPath: [any CodingKey]

    init(_ node: JSONNode, at path: [any CodingKey]) {
        node.becomeObject()
        self.node = node
        codingPath = path
    }

    mutating func encodeNil(forKey key: Key) { node[key.stringValue] = JSONNode(.null) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        node[key.stringValue] = try JSONNode(value, at: codingPath + [key])
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(
            JSONObjectContainer<Nested>(node.member(key.stringValue), at: codingPath + [key]))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONArrayContainer(node.member(key.stringValue), at: codingPath + [key])
    }

    mutating func superEncoder() -> any Encoder { superEncoder(for: SuperKey()) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder(for: key) }

    private func superEncoder(for key: some CodingKey) -> any Encoder {
        JSONValueEncoder(into: node.member(key.stringValue), at: codingPath + [key])
    }
}
