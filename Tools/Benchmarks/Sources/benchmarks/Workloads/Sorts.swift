/// Sorts by two attributes with an index each.
struct ByCountryAndName: Questioning {
    let row = TableRow(name: "W12", title: "first 1000 by (country, name)", target: 8_000_000)
    let comparedCount = 1

    func question(_ random: inout SplitMix, _ cities: Cities) {}

    func ask(_ questions: [Void], of peer: some Peer, _ tally: inout Tally) throws {
        for _ in questions { tally.add(try peer.firstByCountryAndName(limit: 1000)) }
    }
}

/// Sorts by an attribute without an index first.
struct ByStatusAndName: Questioning {
    let row = TableRow(name: "W12s", title: "first 1000 by (status, name)", target: 30_000_000)
    let comparedCount = 1

    func question(_ random: inout SplitMix, _ cities: Cities) {}

    func ask(_ questions: [Void], of peer: some Peer, _ tally: inout Tally) throws {
        for _ in questions { tally.add(try peer.firstByStatusAndName(limit: 1000)) }
    }
}
