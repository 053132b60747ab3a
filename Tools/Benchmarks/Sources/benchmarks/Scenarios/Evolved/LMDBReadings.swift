/// Records of several lengths: a longer one has more attributes.
struct LMDBReadings<Owner: Reading>: ReadingStore {
    let rows: LMDBRows

    init(in directory: String) throws {
        rows = try LMDBRows(in: directory, records: [Owner.table])
    }

    static func create(in directory: String, _ history: ReadingHistory) throws {
        let store = try Self(in: directory)
        func write<Version: Reading>(_ type: Version.Type, _ ids: Range<Int>) throws {
            try store.rows.insert(Version.samples(ids))
        }
        try history.forEach { try write($0, $1) }
        try store.rows.close()
    }

    func fetchAll() throws -> any Answer {
        let database = try rows.database(Owner.table)
        return try rows.environment.read { transaction in
            var objects: [Owner] = []
            try transaction.forEach(in: database) { objects.append(Self.object($1)) }
            return objects
        }
    }

    func find(_ ids: [Int]) throws -> any Answer {
        let database = try rows.database(Owner.table)
        return try rows.environment.read { transaction in
            try ids.compactMap { id in
                try transaction.withValue(of: Int64(id), in: database) { Self.object($0) }
            }
        }
    }

    /// Reads a record of any version.
    private static func object(_ record: RawSpan) -> Owner {
        let extraCount = record.columnCount(beforeText: 1) - 5
        return Owner(ReadingBase(record)) { $0 > extraCount ? $0 : record.integer(4 + $0) }
    }
}
