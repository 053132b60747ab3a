/// A table to which columns were added by `ALTER TABLE`, which rewrites no row.
struct TableReadings<Rows: TableRows, Owner: Reading>: ReadingStore {
    let rows: Rows

    static func create(in directory: String, _ history: ReadingHistory) throws {
        let rows = try Rows(in: directory)
        var extraCount: Int?
        func add(_ type: any Reading.Type) throws {
            if let extraCount {
                for number in extraCount..<max(type.extraCount, extraCount) {
                    try rows.execute(
                        "ALTER TABLE reading ADD COLUMN \(type.extraColumn(number + 1))")
                }
            } else {
                try rows.execute(type.creation)
            }
            extraCount = type.extraCount
        }
        func write<Version: Reading>(_ type: Version.Type, _ ids: Range<Int>) throws {
            try add(type)
            try rows.insert(Version.samples(ids))
        }
        try history.forEach { try write($0, $1) }
        try add(Owner.self)
        try rows.close()
    }

    func fetchAll() throws -> any Answer { try rows.fetchAll(Owner.self) }

    func find(_ ids: [Int]) throws -> any Answer { try rows.find(ids, Owner.self) }
}
