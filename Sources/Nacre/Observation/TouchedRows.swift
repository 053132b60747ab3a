internal import NacreEngine
internal import NacreFormat

/// The rows that commits have touched.
struct TouchedRows {
    /// The rows of the requested entity.
    var rows: Set<RowNumber> = []
    /// The rows of all entities, if objects hold others.
    var held: Set<HeldRow> = []
}

extension CommitSubscription {
    /// Takes all commits that there are now.
    /// - Parameters:
    ///   - entity: The requested entity.
    ///   - reachesOthers: Whether a result depends on objects of other entities.
    ///   - holdsObjects: Whether objects of the entity hold others by value.
    /// - Returns: The rows that the commits touched; nil if the result is unchanged.
    func takeTouched(
        _ entity: EntityNumber, reachesOthers: Bool, holdsObjects: Bool = false
    ) throws(StoreError) -> TouchedRows? {
        var touched = TouchedRows()
        var isTouched = false
        while let commit = try feed.next() {
            for change in commit.changes + commit.moves {
                if holdsObjects {
                    touched.held.formUnion(
                        change.rows.map { HeldRow(entity: change.entity, row: $0) })
                    isTouched = true
                }
                if change.entity == entity {
                    touched.rows.formUnion(change.rows)
                    isTouched = true
                } else if reachesOthers {
                    isTouched = true
                }
            }
        }
        return isTouched ? touched : nil
    }
}
