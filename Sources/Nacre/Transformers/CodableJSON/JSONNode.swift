internal import Foundation
internal import NacreFormat

/// A `Codable` value on its way to JSON text. An object, because containers are filled after they
/// were handed out.
final class JSONNode {
    private enum Content {
        /// Nothing was encoded: an object without members.
        case nothing
        case value(JSONValue)
        case array([JSONNode])
        case object([String: JSONNode])
    }

    private var content = Content.nothing

    init() {}

    init(_ value: JSONValue) { content = .value(value) }

    /// - Parameter path: the keys that lead to the value.
    /// - Throws: what the value's coding throws, and where it has no JSON.
    init<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
        try encode(value, at: path)
    }

    func encode<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
        if let scalar = value as? any JSONScalar {
            content = .value(try scalar.jsonScalar)
            return
        }
        // Here already, since encoding goes down by recursion.
        guard path.count < Format.jsonDepthMax else { throw Self.tooDeep }
        try value.encode(to: JSONValueEncoder(into: self, at: path))
        if let type = Value.self as? any UnorderedEncodable.Type {
            try sort(entriesOf: type.valuesPerEntry)
        }
    }

    private static var tooDeep: RowError {
        .notStorable(
            reason: "a Codable value is nested in more than \(Format.jsonDepthMax) levels")
    }

    func setNull() { content = .value(.null) }

    /// Canonical JSON: equal values have equal texts.
    func text() throws -> String {
        String(decoding: JSONWriter.bytes(of: try json(depth: 1), sortedNames: true), as: UTF8.self)
    }

    /// - Parameter depth: of an array or object here; 1 at the top.
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

    /// Brings what a hash table had in an order of its own into one that depends on the values.
    /// - Parameter width: how many elements of the array are one entry.
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

    /// The member of a name, made if there is none.
    func member(_ name: String) -> JSONNode {
        if let known = self[name] { return known }
        let made = JSONNode()
        self[name] = made
        return made
    }
}
