extension SQLitePeer {
    func insert(_ cities: [City], inTransactionsOf size: Int) throws {
        let statement = try connection.statement(SQL.insert)
        for batch in cities.batches(of: size) {
            try connection.transaction { try run(statement, batch) }
        }
    }

    func upsert(_ cities: [City]) throws {
        let statement = try connection.statement(SQL.upsert)
        try connection.transaction { try run(statement, cities[...]) }
    }

    private func run(_ statement: SQLiteStatement, _ cities: ArraySlice<City>) throws {
        for city in cities {
            statement.bind(city)
            try statement.run()
        }
    }

    func grow(ids: [Int64], inTransactionsOf size: Int) throws {
        for batch in ids.batches(of: size) {
            try connection.transaction { try run(SQL.grow, batch) }
        }
    }

    func delete(ids: [Int64]) throws {
        try connection.transaction { try run(SQL.delete, ids[...]) }
    }

    private func run(_ sql: String, _ ids: ArraySlice<Int64>) throws {
        let statement = try connection.statement(sql)
        for id in ids {
            statement.bind(id, at: 1)
            try statement.run()
        }
    }

    /// Takes the steps. Outside a transaction, each statement is a transaction of its own.
    func readOrGrow(_ steps: [Step], _ tally: inout Tally) throws {
        let find = try connection.statement(SQL.byID)
        let grow = try connection.statement(SQL.grow)
        for step in steps {
            switch step {
            case .read(let id):
                if let city = try find.city(id) { tally.add(city) }
            case .grow(let id):
                grow.bind(id, at: 1)
                try grow.run()
            }
        }
    }

    // MARK: Rows of numbers

    func insert(_ rows: [Numbers]) throws {
        let statement = try connection.statement(SQL.insertNumbers)
        try connection.transaction {
            for row in rows {
                statement.bind(row)
                try statement.run()
            }
        }
    }

    func fetchNumbers() throws -> [Numbers] {
        let statement = try connection.statement(SQL.numbers)
        defer { statement.reset() }
        var rows: [Numbers] = []
        while try statement.step() { rows.append(Numbers { statement.int64(Int32($0)) }) }
        return rows
    }
}

extension SQLiteStatement {
    /// Runs a query for an id.
    func city(_ id: Int64) throws -> City? {
        bind(id, at: 1)
        defer { reset() }
        return try step() ? city() : nil
    }

    fileprivate func bind(_ row: Numbers) {
        bind(row.i0, at: 1)
        bind(row.i1, at: 2)
        bind(row.i2, at: 3)
        bind(row.i3, at: 4)
        bind(row.i4, at: 5)
        bind(row.i5, at: 6)
        bind(row.i6, at: 7)
        bind(row.i7, at: 8)
        bind(row.i8, at: 9)
        bind(row.i9, at: 10)
    }
}

/// A connection for one thread.
final class SQLiteReader: CityReader {
    // SAFETY: only one thread at a time uses it, and its statement stays with it.
    private nonisolated(unsafe) let statement: SQLiteStatement
    private nonisolated(unsafe) let connection: SQLiteConnection

    init(path: String) throws {
        unsafe connection = try SQLiteConnection(path: path)
        try unsafe connection.execute(SQL.connection)
        unsafe statement = try connection.statement(SQL.byID)
    }

    deinit { try? unsafe connection.close() }

    func find(_ id: Int64) throws -> City? { try unsafe statement.city(id) }
}
