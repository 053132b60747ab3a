internal import NacreFormat

extension Catalog {
    /// Returns this catalog without the definitions of other entities than these.
    func keeping(_ entities: Set<EntityNumber>) -> Catalog {
        let kept = all.filter { entities.contains($0.schema.number) }
        if kept.count == all.count { return self }
        return Catalog(definitions: kept, layouts: layoutsByID, treeCount: treeCount)
    }

    /// Returns whether another catalog, which another opening of the store may have made, has the
    /// same schemas and layouts, with the indexes' trees in the same slots.
    func isSame(as other: Catalog) -> Bool {
        if self === other { return true }
        let (definitions, others) = (all, other.all)
        return treeCount == other.treeCount && definitions.count == others.count
            && zip(definitions, others).allSatisfy { $0.isSame(as: $1) }
            && layoutsByID.count == other.layoutsByID.count
            && zip(layoutsByID, other.layoutsByID).allSatisfy { $0?.encoded == $1?.encoded }
    }

    package var finder: EntityFinder { EntityFinder { self[$0]?.schema } }
}
