import GRDB

extension GRDBPeer {
    func insert(_ cities: [City], inTransactionsOf size: Int) throws {
        for batch in cities.batches(of: size) { try run(SQL.insert, batch) }
    }

    func upsert(_ cities: [City]) throws { try run(SQL.upsert, cities[...]) }

    /// Runs a statement for each city, in one transaction.
    private func run(_ sql: String, _ cities: ArraySlice<City>) throws {
        try pool.write { database in
            let statement = try database.cachedStatement(sql: sql)
            for city in cities {
                statement.setUncheckedArguments(city.arguments)
                try statement.execute()
            }
        }
    }

    func grow(ids: [Int64], inTransactionsOf size: Int) throws {
        for batch in ids.batches(of: size) { try run(SQL.grow, batch) }
    }

    func delete(ids: [Int64]) throws { try run(SQL.delete, ids[...]) }

    /// Runs a statement for each id, in one transaction.
    private func run(_ sql: String, _ ids: ArraySlice<Int64>) throws {
        try pool.write { database in
            let statement = try database.cachedStatement(sql: sql)
            for id in ids {
                statement.setUncheckedArguments([id])
                try statement.execute()
            }
        }
    }

    func readOrGrow(_ steps: [Step], _ tally: inout Tally) throws {
        for step in steps {
            switch step {
            case .read(let id):
                if let city = try find(id) { tally.add(city) }
            case .grow(let id): try run(SQL.grow, [id])
            }
        }
    }

    /// Returns a reader, for which the pool has a connection.
    func makeReader() throws -> any CityReader { GRDBReader(peer: self) }

    // MARK: Rows of numbers

    func insert(_ rows: [Numbers]) throws {
        try pool.write { database in
            let statement = try database.cachedStatement(sql: SQL.insertNumbers)
            for row in rows {
                statement.setUncheckedArguments([
                    row.i0, row.i1, row.i2, row.i3, row.i4, row.i5, row.i6, row.i7, row.i8, row.i9,
                ])
                try statement.execute()
            }
        }
    }

    func fetchNumbers() throws -> [Numbers] {
        try pool.read { try Numbers.fetchAll($0.cachedStatement(sql: SQL.numbers)) }
    }
}

extension Numbers: FetchableRecord {
    init(row: Row) throws { self.init { row[$0] } }
}

private struct GRDBReader: CityReader {
    let peer: GRDBPeer

    func find(_ id: Int64) throws -> City? { try peer.find(id) }
}
