import CLMDB

/// LMDB with a record by hand and an index each as a database of its own, kept by hand as well.
struct LMDBPeer: Peer, Sendable {
    static let name = PeerName.lmdb
    let environment: LMDBEnvironment

    init(at directory: String, isDurable: Bool) throws {
        environment = try LMDBEnvironment(at: directory, isDurable: isDurable)
    }

    func close() throws { try environment.close() }

    // MARK: By key

    func find(ids: [Int64], _ tally: inout Tally) throws {
        try environment.read { transaction in
            for id in ids {
                if let city = try find(id, transaction) { tally.add(city) }
            }
        }
    }

    func findApart(ids: [Int64], _ tally: inout Tally) throws {
        for id in ids {
            if let city = try find(id) { tally.add(city) }
        }
    }

    func find(geonameIDs: [Int64], _ tally: inout Tally) throws {
        try environment.read { transaction in
            for number in geonameIDs {
                guard let id = try unsafe transaction.value(of: number, in: environment.geonameIDs)
                else { continue }
                let city = try find(unsafe id.loadUnaligned(as: Int64.self), transaction)
                if let city { tally.add(city) }
            }
        }
    }

    func find(_ id: Int64) throws -> City? { try environment.read { try find(id, $0) } }

    func find(_ id: Int64, _ transaction: LMDBTransaction) throws -> City? {
        guard let bytes = try unsafe transaction.value(of: id, in: environment.cities) else {
            return nil
        }
        return try unsafe City(id: id, lmdb: bytes)
    }

    // MARK: By an index

    func mostPopulous(above population: Int64, limit: Int) throws -> [City] {
        try descending(limit) { cursor in
            let last = try cursor.last()
            return last.map { $0.number > population } ?? false ? last : nil
        } while: {
            $0.number > population
        }
    }

    func mostPopulous(below population: Int64, limit: Int) throws -> [City] {
        try descending(limit) { cursor in
            // What stands before the first that is not below.
            try cursor.first(from: population) == nil ? cursor.last() : cursor.previous()
        } while: { _ in
            true
        }
    }

    private func descending(
        _ limit: Int, from start: (LMDBCursor) throws -> LMDBCursor.Entry?,
        while isIn: (LMDBCursor.Entry) -> Bool
    ) throws -> [City] {
        try walk(environment.populations) { cursor, add in
            var (entry, count) = (try start(cursor), 0)
            while let found = entry, count < limit, isIn(found) {
                try add(found.id)
                count += 1
                entry = try cursor.previous()
            }
        }
    }

    func named(prefix: String, limit: Int) throws -> [City] {
        try walk(environment.names) { cursor, add in
            let end = SQL.end(ofPrefix: prefix)
            var (entry, count) = (try cursor.first(from: prefix), 0)
            while let found = entry, count < limit, found.text < end {
                try add(found.id)
                count += 1
                entry = try cursor.next()
            }
        }
    }

    func byPopulation(offset: Int, limit: Int) throws -> [City] {
        try walk(environment.populations) { cursor, add in
            var (entry, place) = (try cursor.first(), 0)
            while let found = entry, place < offset + limit {
                if place >= offset { try add(found.id) }
                place += 1
                entry = try cursor.next()
            }
        }
    }

    /// Ascending by country: within one, by name and id.
    func firstByCountryAndName(limit: Int) throws -> [City] {
        var cities: [City] = []
        var group: [City] = []
        var country = ""
        func endGroup() {
            group.sort { ($0.name, $0.id) < ($1.name, $1.id) }
            cities += group
            group.removeAll()
        }
        try environment.read { transaction in
            try transaction.withCursor(over: environment.countries) { cursor in
                var entry = try cursor.first()
                while let found = entry {
                    if found.text != country {
                        endGroup()
                        country = found.text
                        if cities.count >= limit { return }
                    }
                    if let city = try find(found.id, transaction) { group.append(city) }
                    entry = try cursor.next()
                }
            }
        }
        endGroup()
        return Array(cities.prefix(limit))
    }

    func count(population range: Range<Int64>) throws -> Int {
        try environment.read { transaction in
            try transaction.withCursor(over: environment.populations) { cursor in
                var (entry, count) = (try cursor.first(from: range.lowerBound), 0)
                while let found = entry, found.number < range.upperBound {
                    count += 1
                    entry = try cursor.next()
                }
                return count
            }
        }
    }

    /// The cities that a walk of an index adds.
    private func walk(
        _ index: LMDBDatabase, _ body: (LMDBCursor, (Int64) throws -> Void) throws -> Void
    ) throws -> [City] {
        try environment.read { transaction in
            var cities: [City] = []
            try transaction.withCursor(over: index) { cursor in
                try body(cursor) { id in
                    if let city = try find(id, transaction) { cities.append(city) }
                }
            }
            return cities
        }
    }
}
