internal import NacreFormat

extension Output {
    /// Writes one JSON value on a line of its own.
    func json(_ value: JSONValue) throws {
        try write(TerminalJSON.escaped(JSONWriter.bytes(of: value)) + [0x0A])
    }
}

extension JSONValue {
    /// Returns an object with the members in the order in which they are written.
    static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { JSONMember(name: $0.key, value: $0.value) })
    }

    /// Returns a number for any count of the store, even if no Int64 holds it.
    static func count(_ number: some BinaryInteger) -> JSONValue {
        Int64(exactly: number).map { .integer($0) } ?? .number(String(number))
    }
}
