/// Writes whole trees.
extension JSONWriter {
    /// Writes a value.
    /// - Parameter sortedNames: Whether members are written in the order of their names' UTF-8
    ///   bytes, at every level, rather than in their own order.
    package mutating func write(_ value: JSONValue, sortedNames: Bool = false) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .double(let value): double(value)
        case .number(let digits): number(digits)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { write(element, sortedNames: sortedNames) }
            endArray()
        case .object(let members):
            beginObject()
            for member in sortedNames ? Self.sorted(members) : members {
                name(member.name)
                write(member.value, sortedNames: sortedNames)
            }
            endObject()
        }
    }

    private static func sorted(_ members: [JSONMember]) -> [JSONMember] {
        members.sorted { JSONBytes.areInOrder($0.name, $1.name) }
    }

    /// Writes a `.number`. Any other text is written as a string, so the output is always JSON.
    private mutating func number(_ digits: String) {
        let hasSign = digits.utf8.first == UInt8(ascii: "-")
        let unsigned = digits.utf8.dropFirst(hasSign ? 1 : 0)
        let isInteger =
            unsigned.allSatisfy { (0x30...0x39).contains($0) }
            && (unsigned.count == 1 || (unsigned.first ?? 0x30) != 0x30)
        if isInteger { raw(digits.utf8) } else { string(digits) }
    }
}
