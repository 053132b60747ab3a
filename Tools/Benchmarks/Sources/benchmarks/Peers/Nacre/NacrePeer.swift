import Nacre

/// Nacre by its typed interface, as an application uses it.
struct NacrePeer: Peer {
    static let name = PeerName.nacre
    let store: Store

    init(at directory: String, isDurable: Bool) throws {
        var options = Store.Options()
        if !isDurable { options.durability = .grouped(maxDelay: .seconds(1)) }
        store = try Store(
            at: directory + "/cities.nacre", options: options, City.self, Numbers.self)
    }

    func close() throws { try store.close() }

    func find(ids: [Int64], _ tally: inout Tally) throws {
        let snapshot = try store.snapshot()
        for id in ids {
            if let city = try snapshot.find(City.self, id) { tally.add(city) }
        }
    }

    func findApart(ids: [Int64], _ tally: inout Tally) throws {
        for id in ids {
            if let city = try store.find(City.self, id) { tally.add(city) }
        }
    }

    func find(geonameIDs: [Int64], _ tally: inout Tally) throws {
        let snapshot = try store.snapshot()
        for geonameID in geonameIDs {
            if let city = try snapshot.find(City.self, \.geonameID, geonameID) { tally.add(city) }
        }
    }

    func mostPopulous(above population: Int64, limit: Int) throws -> [City] {
        try store.fetch(
            City.where { $0.population > population }.sorted(\.population.descending).limit(limit))
    }

    func mostPopulous(below population: Int64, limit: Int) throws -> [City] {
        try store.fetch(
            City.where { $0.population < population }.sorted(\.population.descending).limit(limit))
    }

    func named(prefix: String, limit: Int) throws -> [City] {
        try store.fetch(
            City.where { $0.name.hasPrefix(prefix) }.sorted(\.name.ascending).limit(limit))
    }

    func byPopulation(offset: Int, limit: Int) throws -> [City] {
        try store.fetch(City.all.sorted(\.population.ascending).offset(offset).limit(limit))
    }

    func count(population range: Range<Int64>) throws -> Int {
        try store.count(City.where { range.contains($0.population) })
    }

    func count(latitude range: Range<Double>, status: Status) throws -> Int {
        try store.count(City.where { range.contains($0.latitude) && $0.status == status })
    }

    func fetch(latitude range: Range<Double>, status: Status) throws -> [City] {
        try store.fetch(City.where { range.contains($0.latitude) && $0.status == status })
    }

    func fetchAll() throws -> [City] { try store.fetch(City.all) }

    func firstByCountryAndName(limit: Int) throws -> [City] {
        try store.fetch(City.all.sorted(\.country.ascending, \.name.ascending).limit(limit))
    }

    func firstByStatusAndName(limit: Int) throws -> [City] {
        try store.fetch(City.all.sorted(\.status.ascending, \.name.ascending).limit(limit))
    }

    func totalsByCountry() throws -> [CountryTotal] {
        try store.group(City.all, by: \.country, .count, .sum(\.population)).map { group in
            CountryTotal(
                country: group.key, count: group.values.0, population: group.values.1)
        }
    }

    /// Returns the plan of a query like those of the row.
    func plan(of row: String) throws -> String? {
        let plan: any CustomStringConvertible
        switch row {
        case "W4", "W4t", "W15":
            plan = try City.where { $0.id == 1 }.explain(in: store)
        case "W5":
            plan = try City.where { $0.geonameID == 1 }.explain(in: store)
        case "W6", "W6p":
            plan = try City.where { $0.population > 1_000_000 }.sorted(\.population.descending)
                .limit(100).explain(in: store)
        case "W7c":
            plan = try store.explain(
                .count, City.where { (10..<20).contains($0.latitude) && $0.status == .growing })
        case "W7f":
            plan = try City.where { (10..<20).contains($0.latitude) && $0.status == .growing }
                .explain(in: store)
        case "W12":
            plan = try City.all.sorted(\.country.ascending, \.name.ascending).limit(1000)
                .explain(in: store)
        case "W12s":
            plan = try City.all.sorted(\.status.ascending, \.name.ascending).limit(1000)
                .explain(in: store)
        case "W13":
            plan = try City.where { $0.name.hasPrefix("Port") }.sorted(\.name.ascending).limit(20)
                .explain(in: store)
        case "W8":
            plan = try City.all.explain(in: store)
        case "W16":
            plan = try store.explainGroups(
                City.all, by: \.country, with: .count, .sum(\.population))
        case "count":
            plan = try store.explain(
                .count, City.where { (10_000..<500_000).contains($0.population) })
        case "offset":
            plan = try City.all.sorted(\.population.ascending).offset(1000).limit(1)
                .explain(in: store)
        default: return nil
        }
        return "\(plan)".replacing("\n", with: "; ")
    }
}
