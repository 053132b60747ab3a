import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The rule of replay alone. A store that the engine wrote has its commits in order, so another
/// order occurs only here.
@Suite struct ReplayedRowsTests {
    @Test func `the highest commit of a row applies, in any order of records`() throws {
        let layout = Layout(
            id: LayoutID(1),
            of: StoredSchema(
                number: EntityNumber(1), name: "City", attributes: CityEntity.attributes,
                idOrdinal: 0))
        let put = ByteBuffer()
        try RecordEncoder.appendPut(
            CityEntity.values(1, "one"), row: RowNumber(5), layout: layout, to: put)
        let tombstone = ByteBuffer()
        RecordEncoder.appendTombstone(
            row: RowNumber(5), layout: layout.id, idKey: 1, to: tombstone)
        // The commits are a put, a tombstone, and a put again; in every order.
        for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            for last in 1...3 {
                var rows = ReplayedRows(pool: NodePool(slabs: NodeSlabs()))
                for commit in order where commit <= last {
                    let buffer = commit == 2 ? tombstone : put
                    try buffer.read { view in
                        try rows.add(
                            RecordView(trusted: view), at: Position(UInt64(commit * 100)),
                            entity: 1, commit: CommitNumber(UInt64(commit)))
                    }
                }
                let expected: UInt64 = last == 2 ? 0 : UInt64(last * 100)
                #expect(rows.roots[1].rows[5] == expected, "order \(order) up to \(last)")
            }
        }
    }
}
