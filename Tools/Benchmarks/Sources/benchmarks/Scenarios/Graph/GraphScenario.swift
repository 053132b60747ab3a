import Nacre

/// People who refer to one another.
struct GraphScenario: StoredScenario {
    let name = "graph"
    let count: Int

    private var samples: some Sequence<Member> {
        (1...count).lazy.map { Member.sample($0, of: count) }
    }

    var rows: [ScenarioRow<any GraphStore>] {
        let (many, few) = (ids(1000, seed: 1), ids(5, seed: 2))
        // Each twentieth, all different.
        let deleted = (0..<count / 20).map { 1 + $0 * 20 + $0 % 20 }
        return [
            reading("a person and three friends", many) { try $0.circle($1) },
            reading("who has a person as a friend", many) { try $0.fans(of: Ref(id: $1)) },
            reading("friends of friends, 13 objects", ids(200, seed: 3)) { try $0.wideCircle($1) },
            reading("a person and all bosses above", many) { try $0.line($1) },
            reading("1,000 people along friends", few) { try $0.reached(from: $1, limit: 1000) },
            ScenarioRow("people below 30 whose boss's name has a prefix") { store in
                try store.read { try $0.young(below: 30, bossPrefix: Member.prefix) }
            },
            ScenarioRow(
                "delete one person of 20, references to them are removed", unit: "object",
                operations: deleted.count, change: { try $0.delete(deleted) },
                content: { try $0.all() }),
        ]
    }

    /// Makes a row of requests that each begin with one person, all in one snapshot.
    private func reading(
        _ title: String, _ ids: [Int],
        _ request: @escaping (any GraphReader, Int) throws -> [Member]
    ) -> ScenarioRow<any GraphStore> {
        ScenarioRow(title, operations: ids.count) { store in
            try store.read { reader in try ids.map { try request(reader, $0) } }
        }
    }

    private func ids(_ number: Int, seed: UInt64) -> [Int] {
        var random = SplitMix(seed: seed)
        return (0..<min(number, count)).map { _ in 1 + random.next(below: count) }
    }

    func create(_ peer: PeerName, in directory: String) throws {
        switch peer {
        case .nacre: try NacreGraph.create(in: directory, samples)
        case .grdb: try GRDBGraph.create(in: directory, samples)
        case .sqlite: try SQLiteGraph.create(in: directory, samples)
        default: try LMDBGraph.create(in: directory, samples)
        }
    }

    func open(_ peer: PeerName, in directory: String) throws -> OpenContent<any GraphStore> {
        switch peer {
        case .nacre:
            let store = try NacreGraph(in: directory)
            return OpenContent(content: store, close: store.store.close)
        case .grdb:
            let store = GRDBGraph(rows: try GRDBRows(in: directory))
            return OpenContent(content: store, close: store.rows.close)
        case .sqlite:
            let store = try SQLiteGraph(in: directory)
            return OpenContent(content: store, close: store.rows.close)
        default:
            let store = try LMDBGraph(in: directory)
            return OpenContent(content: store, close: store.rows.close)
        }
    }
}
