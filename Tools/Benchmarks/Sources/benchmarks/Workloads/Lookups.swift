/// Fetches by id, all in one snapshot.
struct FindByID: Questioning {
    let row = TableRow(name: "W4", title: "fetch by id, random, one snapshot", target: 600)
    let comparedCount = 1000

    func question(_ random: inout SplitMix, _ cities: Cities) -> Int64 {
        cities.id(random.next(below: cities.count))
    }

    func ask(_ questions: [Int64], of peer: some Peer, _ tally: inout Tally) throws {
        try peer.find(ids: questions, &tally)
    }
}

/// Fetches by id, each in a snapshot of its own.
struct FindByIDApart: Questioning {
    let row = TableRow(name: "W4t", title: "the same, a snapshot each", target: 650)
    let comparedCount = 1000

    func question(_ random: inout SplitMix, _ cities: Cities) -> Int64 {
        cities.id(random.next(below: cities.count))
    }

    func ask(_ questions: [Int64], of peer: some Peer, _ tally: inout Tally) throws {
        try peer.findApart(ids: questions, &tally)
    }
}

/// Fetches by the unique attribute, all in one snapshot.
struct FindByGeonameID: Questioning {
    let row = TableRow(name: "W5", title: "fetch by unique geonameID", target: 850)
    let comparedCount = 1000

    func question(_ random: inout SplitMix, _ cities: Cities) -> Int64 {
        cities.geonameID(random.next(below: cities.count))
    }

    func ask(_ questions: [Int64], of peer: some Peer, _ tally: inout Tally) throws {
        try peer.find(geonameIDs: questions, &tally)
    }
}
