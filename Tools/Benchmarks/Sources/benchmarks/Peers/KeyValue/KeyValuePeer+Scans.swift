/// Queries without a suitable index: a scan of all records by id.
extension KeyValuePeer {
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
                cities.append(try unsafe City(id: id, record: bytes))
            }
        }
        return cities
    }

    private func isIn(
        _ range: Range<Double>, _ status: Status, _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        unsafe range.contains(City.latitude(ofRecord: bytes))
            && City.status(ofRecord: bytes) == status.rawValue
    }

    func fetchAll() throws -> [City] {
        var cities: [City] = []
        if let count = try read({ try $0.count(of: .cities) }) { cities.reserveCapacity(count) }
        try unsafe scan { id, bytes in cities.append(try unsafe City(id: id, record: bytes)) }
        return cities
    }

    /// Collects the names by status, and sorts one status after another until there are enough.
    func firstByStatusAndName(limit: Int) throws -> [City] {
        var groups: [Int32: [(name: String, id: Int64)]] = [:]
        try unsafe scan { id, bytes in
            let name = unsafe String(decoding: City.name(ofRecord: bytes), as: UTF8.self)
            unsafe groups[City.status(ofRecord: bytes), default: []].append((name, id))
        }
        var ids: [Int64] = []
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) where ids.count < limit {
            ids += group.sorted { $0 < $1 }.prefix(limit - ids.count).map(\.id)
        }
        return try read { snapshot in try ids.compactMap(snapshot.find) }
    }

    func totalsByCountry() throws -> [CountryTotal] {
        var totals: [UInt16: (count: Int, population: Int64)] = [:]
        try unsafe scan { _, bytes in
            let country = unsafe City.country(ofRecord: bytes)
            let population = unsafe City.population(ofRecord: bytes)
            totals[country, default: (0, 0)].count += 1
            totals[country, default: (0, 0)].population += population
        }
        return totals.map { country, total in
            let letters = [UInt8(country >> 8), UInt8(truncatingIfNeeded: country)]
            return CountryTotal(
                country: String(decoding: letters, as: UTF8.self), count: total.count,
                population: total.population)
        }
    }

    private func scan(_ body: (Int64, UnsafeRawBufferPointer) throws -> Void) throws {
        try read { snapshot in
            try snapshot.withCursor(over: .cities) { cursor in
                var entry = try cursor.first()
                while let found = entry {
                    try unsafe body(found.number, found.record)
                    entry = try cursor.next()
                }
            }
        }
    }
}
