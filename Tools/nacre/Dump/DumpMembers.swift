internal import NacreFormat

/// The members of an object in a dump. Each is taken by its name, and none may be left: a member
/// that is not known would be lost.
struct DumpMembers {
    private let owner: String
    private var members: [JSONMember]

    /// - Parameter owner: What the object is, for messages.
    init(_ json: JSONValue, _ owner: String) throws(DumpProblem) {
        guard case .object(let members) = json else { throw DumpProblem(owner) }
        self.owner = owner
        self.members = members
    }

    private mutating func take(_ name: String) -> JSONValue? {
        guard let place = members.firstIndex(where: { $0.name == name }) else { return nil }
        return members.remove(at: place).value
    }

    /// Returns the value of a member; nil if there is none.
    mutating func optional<Value>(
        _ name: String, _ value: (JSONValue) -> Value?
    ) throws(DumpProblem) -> Value? {
        guard let json = take(name) else { return nil }
        guard let value = value(json) else { throw problem(name) }
        return value
    }

    mutating func count(_ name: String) throws(DumpProblem) -> UInt64 {
        guard let count = take(name)?.asCount else { throw problem(name) }
        return count
    }

    mutating func integer(_ name: String) throws(DumpProblem) -> Int64 {
        guard let integer = take(name)?.asInteger else { throw problem(name) }
        return integer
    }

    mutating func string(_ name: String) throws(DumpProblem) -> String {
        guard let string = take(name)?.asString else { throw problem(name) }
        return string
    }

    mutating func array<Element>(
        _ name: String, _ element: (JSONValue) throws(DumpProblem) -> Element
    ) throws(DumpProblem) -> [Element] {
        guard let elements = take(name)?.asArray else { throw problem(name) }
        var result: [Element] = []
        for json in elements { result.append(try element(json)) }
        return result
    }

    /// - Throws: If a member was not taken.
    func end() throws(DumpProblem) {
        if let member = members.first { throw problem(member.name) }
    }

    private func problem(_ name: String) -> DumpProblem { DumpProblem("'\(name)' of \(owner)") }
}

extension JSONValue {
    /// The number, if it is an integer from 0 up that an Int64 holds.
    var asCount: UInt64? { asInteger.flatMap { UInt64(exactly: $0) } }
}
