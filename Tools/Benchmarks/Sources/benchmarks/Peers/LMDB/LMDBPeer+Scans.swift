import CLMDB

/// Questions for which no index helps: all records one after another, by id.
extension LMDBPeer {
    func count(latitude range: Range<Double>, status: Status) throws -> Int {
        var count = 0
        try unsafe scan { _, bytes in
            if unsafe isIn(range, status, bytes) { count += 1 }
        }
        return count
    }

    func fetch(latitude range: Range<Double>, status: Status) throws -> [City] {
        var cities: [City] = []
        try unsafe scan { id, bytes in
            if unsafe isIn(range, status, bytes) {
                cities.append(try unsafe City(id: id, lmdb: bytes))
            }
        }
        return cities
    }

    private func isIn(
        _ range: Range<Double>, _ status: Status, _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        unsafe range.contains(City.lmdbLatitude(bytes))
            && City.lmdbStatus(bytes) == status.rawValue
    }

    func fetchAll() throws -> [City] {
        var cities: [City] = []
        try environment.read { transaction in
            cities.reserveCapacity(try transaction.count(of: environment.cities))
        }
        try unsafe scan { id, bytes in cities.append(try unsafe City(id: id, lmdb: bytes)) }
        return cities
    }

    /// Keeps the names of one status at a time, until there are enough.
    func firstByStatusAndName(limit: Int) throws -> [City] {
        var groups: [Int32: [(name: String, id: Int64)]] = [:]
        try unsafe scan { id, bytes in
            let name = unsafe String(decoding: City.lmdbName(bytes), as: UTF8.self)
            unsafe groups[City.lmdbStatus(bytes), default: []].append((name, id))
        }
        var ids: [Int64] = []
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) where ids.count < limit {
            ids += group.sorted { $0 < $1 }.prefix(limit - ids.count).map(\.id)
        }
        return try environment.read { transaction in
            try ids.compactMap { try find($0, transaction) }
        }
    }

    func totalsByCountry() throws -> [CountryTotal] {
        var totals: [UInt16: (count: Int, population: Int64)] = [:]
        try unsafe scan { _, bytes in
            unsafe totals[City.lmdbCountry(bytes), default: (0, 0)].count += 1
            unsafe totals[City.lmdbCountry(bytes), default: (0, 0)].population +=
                City.lmdbPopulation(bytes)
        }
        return totals.map { country, total in
            let letters = [UInt8(country >> 8), UInt8(truncatingIfNeeded: country)]
            return CountryTotal(
                country: String(decoding: letters, as: UTF8.self), count: total.count,
                population: total.population)
        }
    }

    private func scan(_ body: (Int64, UnsafeRawBufferPointer) throws -> Void) throws {
        try environment.read { transaction in
            try transaction.withCursor(over: environment.cities) { cursor in
                var entry = try cursor.first()
                while let found = entry {
                    try unsafe body(found.number, found.value)
                    entry = try cursor.next()
                }
            }
        }
    }
}
