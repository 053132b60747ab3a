/// The names seen so far in one object, used to find the second use of a name. It avoids quadratic
/// time on hostile objects: up to `linearCountMax` names are compared by fingerprint, more by a
/// hash table with a seeded hash.
struct JSONNameSet {
    private static let linearCountMax = 32

    private var fingerprints: [UInt64] = []
    private var table: Set<Name> = []

    /// Inserts a name.
    /// - Parameter members: The members whose names were inserted before, in that order.
    /// - Returns: Whether the name is new.
    @inline(__always)
    mutating func insert(_ name: String, after members: [JSONMember]) -> Bool {
        if members.count >= Self.linearCountMax { return insertIntoTable(name, after: members) }
        let fingerprint = JSONBytes.fingerprint(name)
        for index in fingerprints.indices where fingerprints[index] == fingerprint {
            if JSONBytes.areEqual(members[index].name, name) { return false }
        }
        if fingerprints.isEmpty { fingerprints.reserveCapacity(Self.linearCountMax) }
        fingerprints.append(fingerprint)
        return true
    }

    @inline(never)
    private mutating func insertIntoTable(_ name: String, after members: [JSONMember]) -> Bool {
        if table.isEmpty { for member in members { table.insert(Name(text: member.name)) } }
        return table.insert(Name(text: name)).inserted
    }

    /// A name that is compared by its bytes.
    private struct Name: Hashable {
        let text: String

        static func == (left: Name, right: Name) -> Bool {
            JSONBytes.areEqual(left.text, right.text)
        }

        func hash(into hasher: inout Hasher) {
            JSONBytes.hash(text, into: &hasher)
        }
    }
}
