internal import NacreFormat
internal import Synchronization

/// The columns of an open store, which its versions share. Nothing of them is on the disk: they are
/// made again by the first scans after opening.
///
/// An attribute's id is never given to another one, and the value that it has in a record never
/// changes, so that a column outlives all changes of the schema.
package final class ColumnStore: Sendable {
    private struct Entry {
        let entity: EntityNumber
        let attribute: AttributeID
        let column: Column
    }

    /// Few, and no dictionary for the reason that ``ReplayedRows`` has.
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
