internal import NacreEngine
internal import NacreFormat

extension Entity {
    /// Finds the entities that references lead to from this entity, directly or through others and
    /// in either direction, and the case names of their enums.
    static var entities: EntityFinder {
        EntityFinder(
            { name in entity(named: name).flatMap { try? model(of: $0).schema } },
            namedValue: { name, place, entity in
                self.entity(named: entity)
                    .flatMap { CaseName(name).value(at: place, in: $0.storedAttributes) }
            })
    }

    private static var storedAttributes: [AnyAttribute] { schema.attributes }

    private static func model<Owner: Entity>(
        of type: Owner.Type
    ) throws(StoreError) -> EntityModel {
        try EntityModel(type)
    }

    private static func entity(named name: String) -> (any Entity.Type)? {
        var pending: [any Entity.Type] = [Self.self]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(Self.self)]
        while let type = pending.popLast() {
            if type.entityName == name { return type.wholeEntity ?? type }
            pending += type.targets.filter { seen.insert(ObjectIdentifier($0)).inserted }
        }
        return nil
    }

    private static var targets: [any Entity.Type] {
        schema.attributes.flatMap(\.type.targets) + inverses.map(\.member)
    }
}
