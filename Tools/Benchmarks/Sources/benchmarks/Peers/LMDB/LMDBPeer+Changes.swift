import CLMDB

extension LMDBPeer {
    func insert(_ cities: [City], inTransactionsOf size: Int) throws {
        var buffer: [UInt8] = []
        for batch in cities.batches(of: size) {
            try environment.write { transaction in
                for city in batch { try insert(city, transaction, &buffer) }
            }
        }
    }

    func upsert(_ cities: [City]) throws {
        var buffer: [UInt8] = []
        try environment.write { transaction in
            for city in cities {
                let former = try find(city.id, transaction)
                if let former { try removeIndexed(former, transaction) }
                try insert(city, transaction, &buffer, isAppending: former == nil)
            }
        }
    }

    private func removeIndexed(_ city: City, _ transaction: LMDBTransaction) throws {
        try transaction.remove(city.geonameID, from: environment.geonameIDs)
        try transaction.remove(city.id, of: city.name, from: environment.names)
        try transaction.remove(city.id, of: city.country, from: environment.countries)
        try transaction.remove(city.id, of: city.population, from: environment.populations)
    }

    /// Ids ascend, here as in all peers.
    private func insert(
        _ city: City, _ transaction: LMDBTransaction, _ buffer: inout [UInt8],
        isAppending: Bool = true
    ) throws {
        try unsafe city.withLMDBRecord(&buffer) {
            try unsafe transaction.put(
                $0, for: city.id, in: environment.cities, isAppending: isAppending)
        }
        try transaction.put(city.id, for: city.geonameID, in: environment.geonameIDs)
        try transaction.put(city.id, for: city.name, in: environment.names)
        try transaction.put(city.id, for: city.country, in: environment.countries)
        try transaction.put(city.id, for: city.population, in: environment.populations)
    }

    func grow(ids: [Int64], inTransactionsOf size: Int) throws {
        var buffer: [UInt8] = []
        for batch in ids.batches(of: size) {
            try environment.write { transaction in
                for id in batch { try grow(id, transaction, &buffer) }
            }
        }
    }

    private func grow(
        _ id: Int64, _ transaction: LMDBTransaction, _ buffer: inout [UInt8]
    ) throws {
        guard var city = try find(id, transaction) else { return }
        try transaction.remove(id, of: city.population, from: environment.populations)
        city.population += 1
        try transaction.put(id, for: city.population, in: environment.populations)
        try unsafe city.withLMDBRecord(&buffer) {
            try unsafe transaction.put($0, for: id, in: environment.cities)
        }
    }

    func delete(ids: [Int64]) throws {
        try environment.write { transaction in
            for id in ids {
                guard let city = try find(id, transaction) else { continue }
                try transaction.remove(id, from: environment.cities)
                try removeIndexed(city, transaction)
            }
        }
    }

    func readOrGrow(_ steps: [Step], _ tally: inout Tally) throws {
        var buffer: [UInt8] = []
        for step in steps {
            switch step {
            case .read(let id):
                if let city = try find(id) { tally.add(city) }
            case .grow(let id):
                try environment.write { try grow(id, $0, &buffer) }
            }
        }
    }

    func makeReader() throws -> any CityReader { LMDBReader(peer: self) }

    // MARK: Rows of numbers

    func insert(_ rows: [Numbers]) throws {
        try environment.write { transaction in
            for (place, row) in rows.enumerated() {
                let numbers = row.all
                try unsafe numbers.withUnsafeBytes {
                    try unsafe transaction.put(
                        $0, for: Int64(place), in: environment.numbers, isAppending: true)
                }
            }
        }
    }

    func fetchNumbers() throws -> [Numbers] {
        var rows: [Numbers] = []
        try environment.read { transaction in
            rows.reserveCapacity(try transaction.count(of: environment.numbers))
            try transaction.withCursor(over: environment.numbers) { cursor in
                var entry = try cursor.first()
                while let found = entry {
                    rows.append(
                        Numbers { place in
                            unsafe found.value.loadUnaligned(
                                fromByteOffset: place * 8, as: Int64.self)
                        })
                    entry = try cursor.next()
                }
            }
        }
        return rows
    }
}

/// Shares the environment with the writer, as threads of one process must.
private struct LMDBReader: CityReader {
    let peer: LMDBPeer

    func find(_ id: Int64) throws -> City? { try peer.find(id) }
}
