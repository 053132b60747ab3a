import GRDB

/// GRDB with hand-written records and cached statements. It uses a pool rather than a queue, so
/// that readers run beside a writer, as they do in Nacre.
struct GRDBPeer: Peer {
    static let name = PeerName.grdb
    let pool: DatabasePool

    init(at directory: String, isDurable: Bool) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: SQL.connection) }
        pool = try DatabasePool(
            path: directory + "/cities.sqlite", configuration: configuration)
        // The pool itself enables the log, with less durability than the rows promise.
        let durability = isDurable ? SQL.durable : SQL.relaxed
        try pool.writeWithoutTransaction { try $0.execute(sql: durability) }
        try pool.write { try $0.execute(sql: SQL.schema) }
    }

    func close() throws {
        // The last connection to close is one for reading, which would leave the log in place.
        _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try pool.close()
    }

    func find(ids: [Int64], _ tally: inout Tally) throws {
        try pool.read { try GRDBPeer.find(SQL.byID, ids, &tally, $0) }
    }

    func findApart(ids: [Int64], _ tally: inout Tally) throws {
        for id in ids {
            if let city = try find(id) { tally.add(city) }
        }
    }

    func find(_ id: Int64) throws -> City? {
        try pool.read { database in
            try City.fetchOne(database.cachedStatement(sql: SQL.byID), arguments: [id])
        }
    }

    func find(geonameIDs: [Int64], _ tally: inout Tally) throws {
        try pool.read { try GRDBPeer.find(SQL.byGeonameID, geonameIDs, &tally, $0) }
    }

    private static func find(
        _ sql: String, _ keys: [Int64], _ tally: inout Tally, _ database: Database
    ) throws {
        let statement = try database.cachedStatement(sql: sql)
        for key in keys {
            statement.setUncheckedArguments([key])
            if let city = try City.fetchOne(statement) { tally.add(city) }
        }
    }

    func mostPopulous(above population: Int64, limit: Int) throws -> [City] {
        try fetch(SQL.above, [population, limit])
    }

    func mostPopulous(below population: Int64, limit: Int) throws -> [City] {
        try fetch(SQL.below, [population, limit])
    }

    func named(prefix: String, limit: Int) throws -> [City] {
        try fetch(SQL.named, [prefix, SQL.end(ofPrefix: prefix), limit])
    }

    func byPopulation(offset: Int, limit: Int) throws -> [City] {
        try fetch(SQL.byPopulation, [limit, offset])
    }

    func count(population range: Range<Int64>) throws -> Int {
        try count(SQL.countPopulation, [range.lowerBound, range.upperBound])
    }

    func count(latitude range: Range<Double>, status: Status) throws -> Int {
        try count(SQL.countLatitude, [range.lowerBound, range.upperBound, status.rawValue])
    }

    func fetch(latitude range: Range<Double>, status: Status) throws -> [City] {
        try fetch(SQL.fetchLatitude, [range.lowerBound, range.upperBound, status.rawValue])
    }

    func fetchAll() throws -> [City] { try fetch(SQL.all, []) }

    func firstByCountryAndName(limit: Int) throws -> [City] {
        try fetch(SQL.byCountryAndName, [limit])
    }

    func firstByStatusAndName(limit: Int) throws -> [City] {
        try fetch(SQL.byStatusAndName, [limit])
    }

    func totalsByCountry() throws -> [CountryTotal] { try fetch(SQL.totals, []) }

    private func fetch<Record: FetchableRecord>(
        _ sql: String, _ arguments: StatementArguments
    ) throws -> [Record] {
        try pool.read { database in
            try Record.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
        }
    }

    private func count(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        try pool.read { database in
            try Int.fetchOne(database.cachedStatement(sql: sql), arguments: arguments) ?? 0
        }
    }
}
