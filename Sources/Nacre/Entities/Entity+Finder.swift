internal import NacreEngine

extension Entity {
    /// The entities that references lead to from this one, in either direction and over others.
    static var entities: EntityFinder {
        EntityFinder { name in
            var pending: [any Entity.Type] = [Self.self]
            var seen: Set<ObjectIdentifier> = [ObjectIdentifier(Self.self)]
            while let type = pending.popLast() {
                if type.entityName == name { return try? EntityModel(type).schema }
                pending += type.targets.filter { seen.insert(ObjectIdentifier($0)).inserted }
            }
            return nil
        }
    }

    private static var targets: [any Entity.Type] {
        schema.attributes.flatMap(\.type.targets) + inverses.map(\.member)
    }
}
