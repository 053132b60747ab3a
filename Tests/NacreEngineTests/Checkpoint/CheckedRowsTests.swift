import NacreFormat
import Testing

@testable import NacreEngine

/// A bit for each row of a checkpoint.
@Suite struct CheckedRowsTests {
    /// The last count is large enough for memory in whole system pages.
    @Test(arguments: [1, 64, 65, 131_008, 131_072] as [UInt32])
    func `rows are unchecked at first, and checked rows stay checked`(count: UInt32) {
        let rows = CheckedRows(ends: [0, count], rowsMax: .max)
        let (entity, last) = (EntityNumber(1), RowNumber(count - 1))
        #expect(!rows.contains(RowNumber(0), of: entity) && !rows.contains(last, of: entity))
        rows.insert(last, of: entity)
        #expect(rows.contains(last, of: entity))
        #expect(count == 1 || !rows.contains(RowNumber(0), of: entity))
        // Marking a newer row, or a row of another entity, has no effect.
        let behind = RowNumber((count + 63) / 64 * 64)
        rows.insert(behind, of: entity)
        rows.insert(RowNumber(0), of: EntityNumber(0))
        #expect(!rows.contains(behind, of: entity))
        #expect(!rows.contains(RowNumber(0), of: EntityNumber(0)))
    }

    @Test func `a row count beyond the limit of a store takes no memory`() {
        let rows = CheckedRows(ends: [.max, .max], rowsMax: 6400)
        rows.insert(RowNumber(6399), of: EntityNumber(0))
        rows.insert(RowNumber(6400), of: EntityNumber(0))
        #expect(rows.contains(RowNumber(6399), of: EntityNumber(0)))
        #expect(!rows.contains(RowNumber(6400), of: EntityNumber(0)))
        #expect(!rows.contains(RowNumber(0), of: EntityNumber(1)))
    }
}
