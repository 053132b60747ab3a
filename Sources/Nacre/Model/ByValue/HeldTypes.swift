/// The entities whose objects are held by value by objects of other entities.
enum HeldTypes {
    /// Returns the entities that a type has properties of.
    static func direct<Owner: Entity>(_ type: Owner.Type) -> [any Entity.Type] {
        Owner.schema.attributes.flatMap(\.type.held)
    }

    /// Returns the entities that a type has properties of, those that they have properties of, and
    /// so on; also the type itself if it is among them.
    static func all(_ type: any Entity.Type) -> [any Entity.Type] {
        var pending = direct(type)
        if pending.isEmpty { return [] }
        var seen: Set<ObjectIdentifier> = []
        var found: [any Entity.Type] = []
        while let next = pending.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            found.append(next)
            pending += direct(next)
        }
        return found
    }

    /// Returns whether objects of a type may lead back to themselves, or hold objects that may.
    static func areCircular(_ type: any Entity.Type) -> Bool {
        ([type] + all(type)).contains { leads(from: $0, to: $0) }
    }

    /// Returns whether objects of one type may hold objects of another, at any depth.
    static func leads(from type: any Entity.Type, to other: any Entity.Type) -> Bool {
        all(type).contains { ObjectIdentifier($0) == ObjectIdentifier(other) }
    }
}
