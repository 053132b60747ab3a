import Nacre

extension NacrePeer {
    func insert(_ cities: [City], inTransactionsOf size: Int) throws {
        for batch in cities.batches(of: size) {
            try store.performChanges { try $0.insert(contentsOf: batch) }
        }
    }

    func upsert(_ cities: [City]) throws {
        try store.performChanges { try $0.upsert(contentsOf: cities) }
    }

    func grow(ids: [Int64], inTransactionsOf size: Int) throws {
        for batch in ids.batches(of: size) {
            try store.performChanges { changes in
                for id in batch {
                    try changes.update(City.self, id) { $0.population += 1 }
                }
            }
        }
    }

    func delete(ids: [Int64]) throws {
        try store.performChanges { changes in
            for id in ids { try changes.delete(City.self, id) }
        }
    }

    func readOrGrow(_ steps: [Step], _ tally: inout Tally) throws {
        for step in steps {
            switch step {
            case .read(let id):
                if let city = try store.find(City.self, id) { tally.add(city) }
            case .grow(let id):
                try store.performChanges { changes in
                    try changes.update(City.self, id) { $0.population += 1 }
                }
            }
        }
    }

    func makeReader() throws -> any CityReader { NacreReader(store: store) }

    // MARK: Rows of numbers

    func insert(_ rows: [Numbers]) throws {
        try store.performChanges { try $0.insert(contentsOf: rows) }
    }

    /// Returns the rows by id. Ids are made in the order of insertion.
    func fetchNumbers() throws -> [Numbers] { try store.fetch(Numbers.all) }
}

private struct NacreReader: CityReader {
    let store: Store

    func find(_ id: Int64) throws -> City? { try store.find(City.self, id) }
}
