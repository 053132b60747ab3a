extension KeyValuePeer {
    func insert(_ cities: [City], inTransactionsOf size: Int) throws {
        var buffer: [UInt8] = []
        for batch in cities.batches(of: size) {
            try write { changes in
                for city in batch {
                    try unsafe city.withRecord(&buffer) {
                        try unsafe changes.put($0, of: city, isAppending: true)
                    }
                    try changes.index(city)
                }
            }
        }
    }

    func upsert(_ cities: [City]) throws {
        var buffer: [UInt8] = []
        try write { changes in
            for city in cities {
                let former = try changes.find(city.id)
                if let former { try changes.unindex(former) }
                try unsafe city.withRecord(&buffer) {
                    try unsafe changes.put($0, of: city, isAppending: former == nil)
                }
                try changes.index(city)
            }
        }
    }

    func grow(ids: [Int64], inTransactionsOf size: Int) throws {
        var buffer: [UInt8] = []
        for batch in ids.batches(of: size) {
            try write { changes in
                for id in batch { try grow(id, changes, &buffer) }
            }
        }
    }

    private func grow(_ id: Int64, _ changes: Changes, _ buffer: inout [UInt8]) throws {
        guard var city = try changes.find(id) else { return }
        let former = city.population
        city.population += 1
        try changes.move(id, fromPopulation: former, to: city.population)
        try unsafe city.withRecord(&buffer) {
            try unsafe changes.put($0, of: city, isAppending: false)
        }
    }

    func delete(ids: [Int64]) throws {
        try write { changes in
            for id in ids {
                guard let city = try changes.find(id) else { continue }
                try changes.remove(id)
                try changes.unindex(city)
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
                try write { try grow(id, $0, &buffer) }
            }
        }
    }

    // MARK: Rows of numbers

    func insert(_ rows: [Numbers]) throws {
        try write { changes in
            for (place, row) in rows.enumerated() {
                let numbers = row.all
                try unsafe numbers.withUnsafeBytes {
                    try unsafe changes.append($0, at: Int64(place))
                }
            }
        }
    }

    func fetchNumbers() throws -> [Numbers] {
        var rows: [Numbers] = []
        try read { snapshot in
            if let count = try snapshot.count(of: .numbers) { rows.reserveCapacity(count) }
            try snapshot.withCursor(over: .numbers) { cursor in
                var entry = try cursor.first()
                while let found = entry {
                    let record = unsafe found.record
                    rows.append(
                        Numbers { place in
                            unsafe record.loadUnaligned(fromByteOffset: place * 8, as: Int64.self)
                        })
                    entry = try cursor.next()
                }
            }
        }
        return rows
    }
}
