/// Computes the count and sum of each group.
struct TotalsByCountry: Questioning {
    let row = TableRow(
        name: "W16", title: "count and sum(population) by country", target: 14_000_000)
    let comparedCount = 1

    func question(_ random: inout SplitMix, _ cities: Cities) {}

    func ask(_ questions: [Void], of peer: some Peer, _ tally: inout Tally) throws {
        for _ in questions { tally.add(try peer.totalsByCountry()) }
    }
}

/// Counts the half of all cities that lies in a range of an index.
struct CountRange: Questioning {
    let row = TableRow(name: "count", title: "count an index range of N/2", target: 2000)

    func question(_ random: inout SplitMix, _ cities: Cities) -> Range<Int64> {
        let start = random.next(below: (cities.count + 1) / 2)
        return cities.population(rank: start)..<cities.population(rank: start + cities.count / 2)
    }

    func ask(_ questions: [Range<Int64>], of peer: some Peer, _ tally: inout Tally) throws {
        for range in questions { tally.add(count: try peer.count(population: range)) }
    }
}
