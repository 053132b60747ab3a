/// Queries that an index answers: a walk along its entries, and a lookup of each record.
extension KeyValuePeer {
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
            // The entry before the first one that is not below.
            try cursor.first(from: population) == nil ? cursor.last() : cursor.previous()
        } while: { _ in
            true
        }
    }

    private func descending(
        _ limit: Int, from start: (Snapshot.Cursor) throws -> Snapshot.Cursor.Entry?,
        while isIn: (Snapshot.Cursor.Entry) -> Bool
    ) throws -> [City] {
        try walk(.populations) { cursor, add in
            var (entry, count) = (try start(cursor), 0)
            while let found = entry, count < limit, isIn(found) {
                try add(found.id)
                count += 1
                entry = try cursor.previous()
            }
        }
    }

    func named(prefix: String, limit: Int) throws -> [City] {
        try walk(.names) { cursor, add in
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
        try walk(.populations) { cursor, add in
            var (entry, place) = (try cursor.first(), 0)
            while let found = entry, place < offset + limit {
                if place >= offset { try add(found.id) }
                place += 1
                entry = try cursor.next()
            }
        }
    }

    /// Walks along the countries, and sorts the cities of each one by name and id.
    func firstByCountryAndName(limit: Int) throws -> [City] {
        var cities: [City] = []
        var group: [City] = []
        var country = ""
        func endGroup() {
            group.sort { ($0.name, $0.id) < ($1.name, $1.id) }
            cities += group
            group.removeAll()
        }
        try read { snapshot in
            try snapshot.withCursor(over: .countries) { cursor in
                var entry = try cursor.first()
                while let found = entry {
                    if found.text != country {
                        endGroup()
                        country = found.text
                        if cities.count >= limit { return }
                    }
                    if let city = try snapshot.find(found.id) { group.append(city) }
                    entry = try cursor.next()
                }
            }
        }
        endGroup()
        return Array(cities.prefix(limit))
    }

    func count(population range: Range<Int64>) throws -> Int {
        try read { snapshot in
            try snapshot.withCursor(over: .populations) { cursor in
                var (entry, count) = (try cursor.first(from: range.lowerBound), 0)
                while let found = entry, found.number < range.upperBound {
                    count += 1
                    entry = try cursor.next()
                }
                return count
            }
        }
    }

    /// Returns the cities that a walk along an index adds.
    private func walk(
        _ run: KeyRun, _ body: (Snapshot.Cursor, (Int64) throws -> Void) throws -> Void
    ) throws -> [City] {
        try read { snapshot in
            var cities: [City] = []
            try snapshot.withCursor(over: run) { cursor in
                try body(cursor) { id in
                    if let city = try snapshot.find(id) { cities.append(city) }
                }
            }
            return cities
        }
    }
}
