import Foundation

/// The processor time of a commit beside followed lists that it does not touch, and the memory of
/// such a list. Nacre and GRDB can follow lists.
struct FollowerScenario: Scenario {
    let name = "followers"
    /// The number of lists.
    let count: Int

    private static let commits = 20

    func measure(_ settings: ScenarioSettings, _ report: (Measurement) throws -> Void) throws {
        try measure(NacrePeer.self, settings, report)
        try measure(GRDBPeer.self, settings, report)
    }

    private func measure<Store: FollowingPeer>(
        _ type: Store.Type, _ settings: ScenarioSettings,
        _ report: (Measurement) throws -> Void
    ) throws {
        let cities = Cities(count: 2 * count * FollowedLists.size)
        let directory = "\(settings.directory)/\(name)-\(Store.name.rawValue)"
        try Workspace.makeEmpty(directory)
        let peer = try Store(at: directory, isDurable: false)
        try peer.insert((0..<cities.count).map(cities.city), inTransactionsOf: 1000)
        let row = "\(name): processor time of a relaxed commit beside"
        for round in 1...settings.rounds {
            try report(try commits(peer, cities, "\(row) no followed list", round))
        }
        let before = ProcessMemory.anonymous
        let lists = FollowedLists()
        let followers = peer.follow(count, lists)
        try Self.wait(for: lists, count)
        Self.waitUntilIdle()
        var memory = Measurement(
            "\(name): memory of a followed list of ten objects", Store.name, n: count, round: 1)
        if let before, let after = ProcessMemory.anonymous {
            memory.peakRSS = max(0, after - before) / count
        }
        try report(memory)
        for round in 1...settings.rounds {
            try report(try commits(peer, cities, "\(row) 1,000 followed lists", round))
        }
        withExtendedLifetime(followers) {}
        try peer.close()
    }

    /// Measures commits that change objects of no list, one after another, and all work after them.
    private func commits(
        _ peer: some Peer, _ cities: Cities, _ row: String, _ round: Int
    ) throws -> Measurement {
        var measurement = Measurement(row, type(of: peer).name, n: count, round: round)
        let lap = try Lap {
            for number in 1...Self.commits {
                let id = cities.id(cities.count - number)
                try peer.grow(ids: [id], inTransactionsOf: 1)
                Self.waitUntilIdle()
            }
        }
        measurement.seconds = lap.cpu
        measurement.cpu = lap.cpu
        measurement.operations = Self.commits
        return measurement
    }

    /// Waits until each list has its first result.
    private static func wait(for lists: FollowedLists, _ count: Int) throws {
        let end = ContinuousClock.now + .seconds(60)
        while lists.resultCount < count {
            guard ContinuousClock.now < end else {
                throw RunFailure(what: "Only \(lists.resultCount) lists have a result.")
            }
            usleep(1000)
        }
    }

    /// Waits until no thread of this process is at work.
    private static func waitUntilIdle() {
        var last = clock()
        while true {
            usleep(5000)
            let now = clock()
            if now - last < 200 * CLOCKS_PER_SEC / 1_000_000 { return }
            last = now
        }
    }
}
