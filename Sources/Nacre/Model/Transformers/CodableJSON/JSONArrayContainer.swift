internal import NacreFormat

/// A container that encodes the elements of an array.
struct JSONArrayContainer: UnkeyedEncodingContainer {
    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { "Index \(intValue ?? 0)" }

        init(_ index: Int) { intValue = index }
        init?(intValue: Int) { self.init(intValue) }
        init?(stringValue: String) { nil }
    }

    private let node: JSONNode
    let codingPath: [any CodingKey]

    init(_ node: JSONNode, at path: [any CodingKey]) {
        node.becomeArray()
        self.node = node
        codingPath = path
    }

    var count: Int { node.count }

    private var nextPath: [any CodingKey] { codingPath + [Index(count)] }

    private func appended() -> JSONNode {
        let element = JSONNode()
        node.append(element)
        return element
    }

    mutating func encodeNil() { node.append(JSONNode(.null)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        node.append(try JSONNode(value, at: nextPath))
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        let path = nextPath
        return KeyedEncodingContainer(JSONObjectContainer(appended(), at: path))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let path = nextPath
        return JSONArrayContainer(appended(), at: path)
    }

    mutating func superEncoder() -> any Encoder {
        let path = nextPath
        return JSONValueEncoder(into: appended(), at: path)
    }
}
