/// Inserts after the existing cities, in small transactions.
struct InsertMore: Changing {
    let row = TableRow(
        name: "W2", title: "insert N/5 more, transactions of 100, relaxed", unit: "entity",
        target: 2700,
        bareWrites: BareWrites(
            size: 100 * BareWrites.citySize + BareWrites.commitSize, count: 500, syncs: .none,
            operations: 100))
    let isDurable = false

    func load(_ cities: Cities) -> [City] { cities.more(cities.count / 5) }

    func perform(_ load: [City], on peer: some Peer, _ tally: inout Tally) throws {
        try peer.insert(load, inTransactionsOf: 100)
    }
}

/// Updates an indexed attribute.
struct UpdatePopulations: Changing {
    let row = TableRow(
        name: "W9", title: "update N/10 populations, random, transactions of 1000, durable",
        unit: "entity", target: 2700,
        bareWrites: BareWrites(
            size: 1000 * BareWrites.citySize + BareWrites.commitSize, count: 20, syncs: .each,
            operations: 1000))
    let isDurable = true

    func load(_ cities: Cities) -> [Int64] {
        var random = SplitMix(seed: 9)
        return (0..<max(1, cities.count / 10)).map { _ in
            cities.id(random.next(below: cities.count))
        }
    }

    func perform(_ load: [Int64], on peer: some Peer, _ tally: inout Tally) throws {
        try peer.grow(ids: load, inTransactionsOf: 1000)
    }
}

/// Deletes cities from all over the store.
struct DeleteMany: Changing {
    let row = TableRow(
        name: "W10", title: "delete N/10, random, one durable transaction", unit: "entity",
        target: 2000, bareWrites: .inOneCommit(24, writes: 2))
    let isDurable = true

    func load(_ cities: Cities) -> [Int64] {
        let shuffle = Shuffle(count: cities.count)
        return (0..<max(1, cities.count / 10)).map { cities.id(shuffle.place(of: $0)) }
    }

    func perform(_ load: [Int64], on peer: some Peer, _ tally: inout Tally) throws {
        try peer.delete(ids: load)
    }
}

/// Reads and updates alternately, each in a transaction of its own; a few objects are frequent.
struct MixedLoad: Changing {
    let row = TableRow(
        name: "W14", title: "50/50 read and update, zipfian, relaxed", target: 1500,
        // Every other operation is an update.
        bareWrites: BareWrites(
            size: BareWrites.citySize + BareWrites.commitSize, count: 20_000, syncs: .none,
            operations: 2))
    let isDurable = false

    func load(_ cities: Cities) -> [Step] {
        var random = SplitMix(seed: 14)
        let zipfian = Zipfian(count: max(2, cities.count))
        // The frequent ones are not neighbours.
        let shuffle = Shuffle(count: cities.count)
        return (0..<max(1, cities.count / 10)).map { _ in
            let number = min(cities.count - 1, zipfian.next(&random))
            let id = cities.id(shuffle.place(of: number))
            return random.happens(percent: 50) ? .read(id) : .grow(id)
        }
    }

    func perform(_ load: [Step], on peer: some Peer, _ tally: inout Tally) throws {
        try peer.readOrGrow(load, &tally)
    }
}
