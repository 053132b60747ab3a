/// An encoder into a node. Unlike `JSONEncoder`, it can distinguish the arrays of sets and
/// dictionaries, whose order has no meaning, from other arrays.
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
