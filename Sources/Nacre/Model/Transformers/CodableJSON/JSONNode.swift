internal import Foundation
internal import NacreFormat

/// A `Codable` value on its way to JSON text. A class, because containers are filled after they
/// were handed out.
final class JSONNode {
    private enum Content {
        /// An object without members, because nothing was encoded.
        case nothing
        case value(JSONValue)
        case array([JSONNode])
        case object([String: JSONNode])
    }

    private var content = Content.nothing

    init() {}

    init(_ value: JSONValue) { content = .value(value) }

    /// Encodes a value.
    /// - Parameter path: The keys that lead to the value.
    /// - Throws: The error of the value's coding, or an error if the value has no JSON.
    init<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
        try encode(value, at: path)
    }

    func encode<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
        if let scalar = value as? any JSONScalar {
            content = .value(try scalar.jsonScalar)
            return
        }
        // Checked here too, before the text is made, because encoding is recursive.
        guard path.count < Format.jsonDepthMax else { throw Self.tooDeep }
        try value.encode(to: JSONValueEncoder(into: self, at: path))
        if let type = Value.self as? any UnorderedEncodable.Type {
            try sort(entriesOf: type.valuesPerEntry)
        }
    }

    private static var tooDeep: AttributeError {
        .notStorable(
            reason: "a Codable value is nested in more than \(Format.jsonDepthMax) levels")
    }

    func setNull() { content = .value(.null) }

    /// Returns canonical JSON: equal values have equal texts.
    func text() throws -> String {
        String(decoding: JSONWriter.bytes(of: try json(depth: 1), sortedNames: true), as: UTF8.self)
    }

    /// Returns the node as JSON.
    /// - Parameter depth: The depth of an array or object that is this node; 1 at the top.
    private func json(depth: Int) throws -> JSONValue {
        if case .value(let value) = content { return value }
        guard depth <= Format.jsonDepthMax else { throw Self.tooDeep }
        switch content {
        case .nothing: return .object([])
        case .value(let value): return value
        case .array(let elements):
            return .array(try elements.map { try $0.json(depth: depth + 1) })
        case .object(let members):
            return .object(
                try members.map { name, value in
                    JSONMember(
                        name: CanonicalForm.name(name), value: try value.json(depth: depth + 1))
                })
        }
    }

    // MARK: Arrays

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    func append(_ element: JSONNode) {
        guard case .array(var elements) = content else { return }
        content = .nothing
        elements.append(element)
        content = .array(elements)
    }

    /// Brings entries from the order of a hash table into one that depends on the values.
    /// - Parameter width: The number of elements of the array that are one entry.
    private func sort(entriesOf width: Int) throws {
        guard case .array(let elements) = content, elements.count.isMultiple(of: width) else {
            return
        }
        let entries = stride(from: 0, to: elements.count, by: width).map {
            elements[$0..<$0 + width]
        }
        let sorted = try CanonicalForm.sorted(entries) { entry in
            try entry.map { try $0.text() }.joined(separator: ",")
        }
        content = .array(sorted.flatMap { $0 })
    }

    // MARK: Objects

    func becomeObject() {
        if case .object = content { return }
        content = .object([:])
    }

    subscript(name: String) -> JSONNode? {
        get {
            if case .object(let members) = content { members[name] } else { nil }
        }
        set {
            guard case .object(var members) = content else { return }
            content = .nothing
            members[name] = newValue
            content = .object(members)
        }
    }

    /// Returns the member with a name. Adds an empty one if there is none.
    func member(_ name: String) -> JSONNode {
        if let known = self[name] { return known }
        let made = JSONNode()
        self[name] = made
        return made
    }
}
