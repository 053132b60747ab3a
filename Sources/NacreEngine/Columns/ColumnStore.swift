internal import NacreFormat
internal import Synchronization

/// The columns of an open store, which its versions share. Nothing of them is on the disk: they are
/// made again by the first scans after opening.
///
/// An attribute's id is never given to another one, and the value that it has in a record never
/// changes, so that a column outlives all changes of the schema.
package final class ColumnStore: Sendable {
    /// By entity and attribute, in one number for the reason that ``ReplayedRows`` has.
    private let columns = Mutex<[Int: Column]>([:])

    package init() {}

    func column(of attribute: AttributeSchema, in entity: EntityNumber) -> Column {
        columns.withLock { columns in
            let key = Int(entity.rawValue) << 32 | Int(attribute.id.rawValue)
            if let column = columns[key] { return column }
            let column = Column()
            columns[key] = column
            return column
        }
    }
}
