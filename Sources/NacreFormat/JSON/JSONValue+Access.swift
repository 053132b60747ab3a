/// Accessors for a value of a known or expected kind. Each is nil for other kinds.
extension JSONValue {
    /// The value of the member with this name, compared by its bytes; nil if this is no object or
    /// has no such member. It is a linear search, so iterate over objects that are read completely.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { JSONBytes.areEqual($0.name, name) }?.value
    }

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    package var asBool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var asInteger: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// A double, or an integer that a double holds exactly.
    package var asDouble: Double? {
        switch self {
        case .double(let value): value
        case .integer(let value): Double(exactly: value)
        default: nil
        }
    }

    package var asString: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var asArray: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var asObject: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Whether the members of all objects are in the order of canonical form.
    var hasSortedNames: Bool {
        switch self {
        case .null, .bool, .integer, .double, .number, .string: true
        case .array(let elements): elements.allSatisfy(\.hasSortedNames)
        case .object(let members):
            members.indices.allSatisfy { place in
                (place == 0
                    || JSONBytes.areInOrder(members[place - 1].name, members[place].name))
                    && members[place].value.hasSortedNames
            }
        }
    }

    /// The name of this kind of value in messages, with its article.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "an integer"
        case .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
