/// The cost of keeping all former states of objects, and of reading them. In SQL, triggers fill a
/// table of history.
struct HistoryScenario: Scenario {
    let name = "history"
    let count: Int

    private let peers: [PeerName] = [.nacre, .grdb, .sqlite]

    /// The duration of updates after which a peer makes no more turns of them, in seconds.
    private static let updateSecondsMax = 30.0

    private var load: HistoryLoad { HistoryLoad(Cities(count: count)) }

    func measure(_ settings: ScenarioSettings, _ report: (Measurement) throws -> Void) throws {
        let reading = HistoryReading(count: count, peers: peers) { peer in
            directory(peer, HistoryKeeping.kept.rawValue, settings)
        }
        for peer in peers { _ = try process(peer, BulkInsert(), "base", settings).measure() }
        try measureUpdates(settings, report)
        try measureSizes(settings, report)
        for keeping in HistoryKeeping.allCases {
            try measureOpening(keeping, isKilled: false, settings, report)
            try measureOpening(keeping, isKilled: true, settings, report)
        }
        try measureFirstRead(settings, report)
        try reading.measure(settings, report)
    }

    /// Writes a store without and one with history. The stores of the last turns stay.
    private func measureUpdates(
        _ settings: ScenarioSettings, _ report: (Measurement) throws -> Void
    ) throws {
        var comparison = AnswerComparison(row: "\(name): the updated cities")
        var seconds: [PeerName: Double] = [:]
        try forEachTurn(settings) { peer, round in
            if seconds[peer, default: 0] > Self.updateSecondsMax { return }
            for keeping in HistoryKeeping.allCases {
                let updated = directory(peer, keeping.rawValue, settings)
                try Workspace.makeEmpty(updated)
                try Workspace.copyContents(of: directory(peer, "base", settings), to: updated)
                let written = try process(
                    peer, WriteHistory(keeping: keeping), keeping.rawValue, settings
                ).measure()
                seconds[peer, default: 0] += written.seconds
                try comparison.add(written.answers ?? "", of: peer)
                let updates = """
                    update a tenth ten times, \(HistoryLoad.commitSize) a commit, relaxed, \
                    \(words(keeping)), per update
                    """
                try report(written.renamed("\(name): \(updates)", round: round))
                var work = written.renamed("\(name): processor time: \(updates)", round: round)
                work.seconds = work.cpu
                try report(work)
            }
        }
    }

    /// Compacts copies of the stores, which are killed then, and compares their sizes.
    private func measureSizes(
        _ settings: ScenarioSettings, _ report: (Measurement) throws -> Void
    ) throws {
        for peer in peers {
            let sizes = try HistoryKeeping.allCases.map { keeping in
                let compacted = directory(peer, compacted(keeping), settings)
                try Workspace.makeEmpty(compacted)
                try Workspace.copyContents(
                    of: directory(peer, keeping.rawValue, settings), to: compacted)
                try process(peer, CompactAndEnd(), self.compacted(keeping), settings).runToEnd()
                return try Workspace.size(of: compacted)
            }
            var measurement = Measurement(
                "\(name): disk for a kept version, compacted", peer, n: count, round: 1)
            measurement.disk = (sizes[1] - sizes[0]) / load.kept
            try report(measurement)
        }
    }

    /// Opens copies in new processes, up to the first object.
    private func measureOpening(
        _ keeping: HistoryKeeping, isKilled: Bool, _ settings: ScenarioSettings,
        _ report: (Measurement) throws -> Void
    ) throws {
        let end = isKilled ? "killed after a compaction" : "closed"
        let row = "\(name): open to first fetch, \(end), \(words(keeping))"
        var comparison = AnswerComparison(row: row)
        try forEachTurn(settings) { peer, round in
            let part = isKilled ? compacted(keeping) : keeping.rawValue
            var opened: Measurement?
            try Workspace.withCopy(of: directory(peer, part, settings)) { copy in
                let settings = Settings(cities: Cities(count: count), directory: copy)
                opened = try ChildProcess(peer: peer, workload: Opening(), settings: settings)
                    .measure()
            }
            guard let opened else { throw RunFailure(what: "\(peer.title) was not opened.") }
            try comparison.add(opened.answers ?? "", of: peer)
            try report(opened.renamed(row, round: round))
        }
    }

    /// Reads history for the first time in new processes.
    private func measureFirstRead(
        _ settings: ScenarioSettings, _ report: (Measurement) throws -> Void
    ) throws {
        let revisions = Table.number(Double(HistoryLoad.revisions))
        let row = "\(name): first read in a process: an object that was changed \(revisions) times"
        var comparison = AnswerComparison(row: row)
        try forEachTurn(settings) { peer, round in
            let read = try process(
                peer, FirstRevisions(), HistoryKeeping.kept.rawValue, settings
            ).measure()
            try comparison.add(read.answers ?? "", of: peer)
            try report(read.renamed(row, round: round))
            guard peer == .nacre, let bytes = read.anonymous else { return }
            var memory = Measurement(
                "\(name): memory for a kept version after the first read", peer, n: count,
                round: round)
            memory.peakRSS = bytes / load.kept
            try report(memory)
        }
    }

    /// Lets the peers alternate: another one is first in each round.
    private func forEachTurn(
        _ settings: ScenarioSettings, _ turn: (PeerName, _ round: Int) throws -> Void
    ) throws {
        for round in 1...settings.rounds {
            for offset in peers.indices { try turn(peers[(offset + round) % peers.count], round) }
        }
    }

    private func words(_ keeping: HistoryKeeping) -> String {
        switch keeping {
        case .none: "no history"
        case .kept: "history kept"
        }
    }

    private func compacted(_ keeping: HistoryKeeping) -> String { "\(keeping.rawValue)-compacted" }

    private func directory(
        _ peer: PeerName, _ part: String, _ settings: ScenarioSettings
    ) -> String {
        "\(settings.directory)/\(name)-\(part)-\(peer.rawValue)"
    }

    private func process(
        _ peer: PeerName, _ workload: any Workload, _ part: String, _ settings: ScenarioSettings
    ) -> ChildProcess {
        ChildProcess(
            peer: peer, workload: workload,
            settings: Settings(
                cities: Cities(count: count), directory: directory(peer, part, settings)))
    }
}
