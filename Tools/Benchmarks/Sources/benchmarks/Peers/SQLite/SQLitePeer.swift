/// SQLite by its C interface: prepared statements, columns by number.
struct SQLitePeer: Peer {
    static let name = PeerName.sqlite
    private let path: String
    let connection: SQLiteConnection

    init(at directory: String, isDurable: Bool) throws {
        path = directory + "/cities.sqlite"
        connection = try SQLiteConnection(path: path)
        let durability = isDurable ? SQL.durable : SQL.relaxed
        for sql in [SQL.connection, SQL.writeAheadLog, durability, SQL.schema] {
            try connection.execute(sql)
        }
    }

    func close() throws { try connection.close() }

    /// Returns a reader with a connection of its own.
    func makeReader() throws -> any CityReader { try SQLiteReader(path: path) }

    func find(ids: [Int64], _ tally: inout Tally) throws {
        try connection.transaction { try find(SQL.byID, ids, &tally) }
    }

    func findApart(ids: [Int64], _ tally: inout Tally) throws {
        try find(SQL.byID, ids, &tally)
    }

    func find(geonameIDs: [Int64], _ tally: inout Tally) throws {
        try connection.transaction { try find(SQL.byGeonameID, geonameIDs, &tally) }
    }

    /// Finds cities. Outside a transaction, each statement is a transaction of its own.
    private func find(_ sql: String, _ keys: [Int64], _ tally: inout Tally) throws {
        let statement = try connection.statement(sql)
        for key in keys {
            statement.bind(key, at: 1)
            if try statement.step() { tally.add(try statement.city()) }
            statement.reset()
        }
    }

    func mostPopulous(above population: Int64, limit: Int) throws -> [City] {
        try cities(SQL.above) {
            $0.bind(population, at: 1)
            $0.bind(Int64(limit), at: 2)
        }
    }

    func mostPopulous(below population: Int64, limit: Int) throws -> [City] {
        try cities(SQL.below) {
            $0.bind(population, at: 1)
            $0.bind(Int64(limit), at: 2)
        }
    }

    func named(prefix: String, limit: Int) throws -> [City] {
        try cities(SQL.named) {
            $0.bind(prefix, at: 1)
            $0.bind(SQL.end(ofPrefix: prefix), at: 2)
            $0.bind(Int64(limit), at: 3)
        }
    }

    func byPopulation(offset: Int, limit: Int) throws -> [City] {
        try cities(SQL.byPopulation) {
            $0.bind(Int64(limit), at: 1)
            $0.bind(Int64(offset), at: 2)
        }
    }

    func count(population range: Range<Int64>) throws -> Int {
        try count(SQL.countPopulation) {
            $0.bind(range.lowerBound, at: 1)
            $0.bind(range.upperBound, at: 2)
        }
    }

    func count(latitude range: Range<Double>, status: Status) throws -> Int {
        try count(SQL.countLatitude) { SQLitePeer.bind(range, status, $0) }
    }

    func fetch(latitude range: Range<Double>, status: Status) throws -> [City] {
        try cities(SQL.fetchLatitude) { SQLitePeer.bind(range, status, $0) }
    }

    func fetchAll() throws -> [City] { try cities(SQL.all) { _ in } }

    func firstByCountryAndName(limit: Int) throws -> [City] {
        try cities(SQL.byCountryAndName) { $0.bind(Int64(limit), at: 1) }
    }

    func firstByStatusAndName(limit: Int) throws -> [City] {
        try cities(SQL.byStatusAndName) { $0.bind(Int64(limit), at: 1) }
    }

    func totalsByCountry() throws -> [CountryTotal] {
        let statement = try connection.statement(SQL.totals)
        defer { statement.reset() }
        var totals: [CountryTotal] = []
        while try statement.step() {
            totals.append(
                CountryTotal(
                    country: statement.text(0), count: Int(statement.int64(1)),
                    population: statement.int64(2)))
        }
        return totals
    }

    private static func bind(_ range: Range<Double>, _ status: Status, _ to: SQLiteStatement) {
        to.bind(range.lowerBound, at: 1)
        to.bind(range.upperBound, at: 2)
        to.bind(Int64(status.rawValue), at: 3)
    }

    private func cities(_ sql: String, _ bind: (SQLiteStatement) -> Void) throws -> [City] {
        let statement = try connection.statement(sql)
        defer { statement.reset() }
        bind(statement)
        var cities: [City] = []
        while try statement.step() { cities.append(try statement.city()) }
        return cities
    }

    private func count(_ sql: String, _ bind: (SQLiteStatement) -> Void) throws -> Int {
        let statement = try connection.statement(sql)
        defer { statement.reset() }
        bind(statement)
        return try statement.step() ? Int(statement.int64(0)) : 0
    }
}
