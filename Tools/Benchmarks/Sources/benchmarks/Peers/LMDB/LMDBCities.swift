/// The cities in a transaction, which reads or writes.
struct LMDBCities: KeyValueSnapshot, KeyValueChanges {
    let transaction: LMDBTransaction
    let databases: LMDBDatabases

    // MARK: Reading

    func find(_ id: Int64) throws -> City? {
        guard let bytes = try unsafe transaction.value(of: id, in: databases.cities) else {
            return nil
        }
        return try unsafe City(id: id, record: bytes)
    }

    func id(ofGeonameID number: Int64) throws -> Int64? {
        try unsafe transaction.value(of: number, in: databases.geonameIDs)
            .map { unsafe $0.loadUnaligned(as: Int64.self) }
    }

    func count(of run: KeyRun) throws -> Int? { try transaction.count(of: databases[run]) }

    func withCursor<Result>(
        over run: KeyRun, _ body: (LMDBCursor) throws -> Result
    ) throws -> Result {
        try transaction.withCursor(over: databases[run], body)
    }

    // MARK: Changing

    func put(_ record: UnsafeRawBufferPointer, of city: City, isAppending: Bool) throws {
        try unsafe transaction.put(
            record, for: city.id, in: databases.cities, isAppending: isAppending)
    }

    func remove(_ id: Int64) throws { try transaction.remove(id, from: databases.cities) }

    func index(_ city: City) throws {
        try transaction.put(city.id, for: city.geonameID, in: databases.geonameIDs)
        try transaction.put(city.id, for: city.name, in: databases.names)
        try transaction.put(city.id, for: city.country, in: databases.countries)
        try transaction.put(city.id, for: city.population, in: databases.populations)
    }

    func unindex(_ city: City) throws {
        try transaction.remove(city.geonameID, from: databases.geonameIDs)
        try transaction.remove(city.id, of: city.name, from: databases.names)
        try transaction.remove(city.id, of: city.country, from: databases.countries)
        try transaction.remove(city.id, of: city.population, from: databases.populations)
    }

    func move(_ id: Int64, fromPopulation old: Int64, to new: Int64) throws {
        try transaction.remove(id, of: old, from: databases.populations)
        try transaction.put(id, for: new, in: databases.populations)
    }

    func append(_ row: UnsafeRawBufferPointer, at place: Int64) throws {
        try unsafe transaction.put(row, for: place, in: databases.numbers, isAppending: true)
    }
}
