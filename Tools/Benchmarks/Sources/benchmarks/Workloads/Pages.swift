/// Fetches the first cities of an index's order, among those above a population.
struct MostPopulous: Questioning {
    let row = TableRow(
        name: "W6", title: "100 most populous above X, in order", target: 16_000)

    func question(_ random: inout SplitMix, _ cities: Cities) -> Int64 {
        cities.population(rank: random.next(below: max(1, cities.count - 100)))
    }

    func ask(_ questions: [Int64], of peer: some Peer, _ tally: inout Tally) throws {
        for population in questions {
            tally.add(try peer.mostPopulous(above: population, limit: 100))
        }
    }
}

/// Fetches a page from somewhere in an index's order, after the end of the page before.
struct PopulationPage: Questioning {
    let row = TableRow(name: "W6p", title: "a page of 100 from the middle", target: 55_000)

    func question(_ random: inout SplitMix, _ cities: Cities) -> Int64 {
        cities.population(rank: 100 + random.next(below: max(1, cities.count - 100)))
    }

    func ask(_ questions: [Int64], of peer: some Peer, _ tally: inout Tally) throws {
        for population in questions {
            tally.add(try peer.mostPopulous(below: population, limit: 100))
        }
    }
}

/// Fetches the first names with the prefix of a random city's name.
struct NamePrefix: Questioning {
    let row = TableRow(
        name: "W13", title: "names with a four-letter prefix, first 20 by name", target: 12_000)

    func question(_ random: inout SplitMix, _ cities: Cities) -> String {
        String(cities.name(random.next(below: cities.count)).prefix(4))
    }

    func ask(_ questions: [String], of peer: some Peer, _ tally: inout Tally) throws {
        for prefix in questions { tally.add(try peer.named(prefix: prefix, limit: 20)) }
    }
}

/// Fetches a page given by its offset in the order, half of all rows away.
struct FarOffset: Questioning {
    let row = TableRow(
        name: "offset", title: "the object at offset N/2 by population", target: 2000)

    func question(_ random: inout SplitMix, _ cities: Cities) -> Int {
        cities.count / 2 - random.next(below: max(1, cities.count / 1000))
    }

    func ask(_ questions: [Int], of peer: some Peer, _ tally: inout Tally) throws {
        for offset in questions { tally.add(try peer.byPopulation(offset: offset, limit: 1)) }
    }
}
