internal import NacreFormat
internal import Synchronization

/// The columns of an open store, shared by its versions. They exist only in memory: the first scans
/// after opening make them.
///
/// An attribute's id is never reused, and its value in a record never changes, so a column outlives
/// all schema changes.
package final class ColumnStore: Sendable {
    private struct Entry {
        let entity: EntityNumber
        let attribute: AttributeID
        let column: Column
    }

    /// The columns. There are few; no dictionary, for the same reason as in ``ReplayedRows``.
    private let columns = Mutex<[Entry]>([])

    package init() {}

    func column(of attribute: AttributeSchema, in entity: EntityNumber) -> Column {
        columns.withLock { columns in
            let known = columns.first { $0.entity == entity && $0.attribute == attribute.id }
            if let known { return known.column }
            let column = Column()
            columns.append(Entry(entity: entity, attribute: attribute.id, column: column))
            return column
        }
    }
}
