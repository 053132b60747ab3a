/// Encodes into a node. Unlike `JSONEncoder` it sees which arrays are those of a set or of a
/// dictionary, whose order means nothing.
struct JSONValueEncoder: Encoder {
    private let node: JSONNode
    let codingPath: [any CodingKey]

    init(into node: JSONNode, at path: [any CodingKey]) {
        self.node = node
        codingPath = path
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONObjectContainer(node, at: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONArrayContainer(node, at: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONSingleContainer(node: node, codingPath: codingPath)
    }
}
