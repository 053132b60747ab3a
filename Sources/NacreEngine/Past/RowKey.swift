internal import NacreFormat

/// The key of an object or external value, across entities.
struct RowKey: Hashable, Comparable {
    private let word: UInt64

    init(_ entity: EntityNumber, _ row: RowNumber) {
        word = UInt64(entity.rawValue) << 32 | UInt64(row.rawValue)
    }

    var entity: EntityNumber { EntityNumber(UInt16(truncatingIfNeeded: word >> 32)) }
    var row: RowNumber { RowNumber(UInt32(truncatingIfNeeded: word)) }

    static func < (left: RowKey, right: RowKey) -> Bool { left.word < right.word }
}

extension RowKey {
    /// Makes the key of the object or external value that a record belongs to.
    init(_ record: RecordView, _ catalog: Catalog) {
        self.init(catalog.layout(record.layout)?.entity ?? .externalValue, record.row)
    }
}
