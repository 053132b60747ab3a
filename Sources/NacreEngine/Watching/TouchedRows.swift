package import NacreFormat

/// The rows that commits have touched since a result was made.
package struct TouchedRows: Sendable {
    /// A state of the store after the result, and before the first of the commits.
    package let before: DatabaseSnapshot
    /// The rows that one commit has touched, in all entities. All results share the list.
    typealias Batch = [RowKey]

    private var batches: [Batch] = []

    init(since before: DatabaseSnapshot) { self.before = before }

    mutating func append(_ batch: Batch) { batches.append(batch) }

    /// Returns the touched rows of one entity.
    package func rows(of entity: EntityNumber) -> Set<RowNumber> {
        var rows: Set<RowNumber> = []
        for batch in batches {
            for key in batch where key.entity == entity { rows.insert(key.row) }
        }
        return rows
    }

    /// Calls `body` with each touched row of every entity, and more than once with a row that
    /// several commits have touched.
    package func forEach(_ body: (EntityNumber, RowNumber) -> Void) {
        for batch in batches {
            for key in batch { body(key.entity, key.row) }
        }
    }
}
