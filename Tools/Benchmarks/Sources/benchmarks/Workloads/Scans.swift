/// Selects one in 100 by latitude, and of those one status of six: no index helps.
struct ScanQuestion {
    let latitude: Range<Double>
    let status: Status

    init(_ random: inout SplitMix) {
        let start = Double(random.next(below: 178)) - 90
        latitude = start..<(start + 1.8)
        status = random.element(of: Status.allCases)
    }
}

/// Counts cities, for which every record must be read.
struct CountScan: Questioning {
    let row = TableRow(
        name: "W7c", title: "count by latitude range and status, no index", target: 14_000_000)

    func question(_ random: inout SplitMix, _ cities: Cities) -> ScanQuestion {
        ScanQuestion(&random)
    }

    func ask(_ questions: [ScanQuestion], of peer: some Peer, _ tally: inout Tally) throws {
        for asked in questions {
            tally.add(count: try peer.count(latitude: asked.latitude, status: asked.status))
        }
    }
}

/// Fetches cities, for which every record must be read.
struct FetchScan: Questioning {
    let row = TableRow(name: "W7f", title: "fetch the same", target: 16_000_000)

    func question(_ random: inout SplitMix, _ cities: Cities) -> ScanQuestion {
        ScanQuestion(&random)
    }

    func ask(_ questions: [ScanQuestion], of peer: some Peer, _ tally: inout Tally) throws {
        for asked in questions {
            tally.add(try peer.fetch(latitude: asked.latitude, status: asked.status))
        }
    }
}

/// Fetches everything into one array.
struct FetchAll: Questioning {
    let row = TableRow(name: "W8", title: "fetch all as [City]", unit: "entity", target: 240)
    let comparedCount = 1

    func question(_ random: inout SplitMix, _ cities: Cities) {}

    func ask(_ questions: [Void], of peer: some Peer, _ tally: inout Tally) throws {
        for _ in questions { tally.add(try peer.fetchAll()) }
    }

    func operations(_ cities: Cities) -> Int { cities.count }
}
