import NacreTestSupport
import Testing

@testable import NacreEngine

@Suite struct KeyTableTests {
    private static func rows(of key: UInt64, in table: KeyTable) -> [UInt32] {
        var rows: [UInt32] = []
        var place: Int?
        while let row = table.nextRow(of: key, &place) { rows.append(row) }
        return rows.sorted()
    }

    @Test func `a key finds exactly the rows that it was given, in any order of keys`() {
        // Few keys, so that many occur twice; and ascending ones between them.
        let keys = Generator<Int>.integer(in: 0...30)
        property("key table", .array(of: .array(of: keys, count: 0...60), count: 1...3)) { rounds in
            var table = KeyTable()
            for round in rounds {
                var model: [UInt64: [UInt32]] = [:]
                for (row, key) in round.enumerated() {
                    // Two thirds of the keys are ascending.
                    let key = UInt64(row % 3 == 0 ? key : row)
                    table.insert(TreeEntry(key: key, row: UInt32(row)))
                    model[key, default: []].append(UInt32(row))
                }
                try requireEqual(table.isEmpty, model.isEmpty, "empty")
                for key in 0...64 as ClosedRange<UInt64> {
                    let rows = model[key] ?? []
                    try requireEqual(Self.rows(of: key, in: table), rows, "rows of \(key)")
                    for row in 0..<60 as Range<UInt32> {
                        let entry = TreeEntry(key: key, row: row)
                        try requireEqual(table.contains(entry), rows.contains(row), "\(entry)")
                    }
                }
                table.removeAll()
                try requireEqual(table.isEmpty, true, "empty again")
            }
        }
    }

    @Test func `sparse keys, extreme keys and many keys are found`() {
        var table = KeyTable()
        let keys = [0, 1, 5, 6, 1 << 40, .max - 1, .max] as [UInt64]
        for (row, key) in keys.enumerated() { table.insert(TreeEntry(key: key, row: UInt32(row))) }
        for (row, key) in keys.enumerated() {
            #expect(Self.rows(of: key, in: table) == [UInt32(row)])
        }
        for key in [2, 4, 7, (1 << 40) - 1, .max - 2] as [UInt64] {
            #expect(Self.rows(of: key, in: table) == [])
        }
        table.removeAll()
        for row in 0..<20_000 as Range<UInt32> {
            table.insert(TreeEntry(key: UInt64(row) * 3, row: row))
        }
        for row in 0..<20_000 as Range<UInt32> {
            #expect(Self.rows(of: UInt64(row) * 3, in: table) == [row])
            #expect(Self.rows(of: UInt64(row) * 3 + 1, in: table) == [])
        }
    }
}
