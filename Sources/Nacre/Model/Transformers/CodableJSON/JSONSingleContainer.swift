/// A container that encodes one value. Its generic `encode` satisfies the protocol for each type.
struct JSONSingleContainer: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    mutating func encodeNil() { node.setNull() }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try node.encode(value, at: codingPath)
    }
}
