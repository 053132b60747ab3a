import Nacre

struct NacreGraph: GraphStore {
    let store: Store

    init(in directory: String) throws {
        store = try Store(at: directory + "/graph.nacre", options: .relaxed, Member.self)
    }

    static func create(in directory: String, _ people: some Sequence<Member>) throws {
        let store = try NacreGraph(in: directory).store
        try store.performChanges { try $0.insert(contentsOf: people) }
        try store.close()
    }

    func read<Result>(_ body: (any GraphReader) throws -> Result) throws -> Result {
        try body(NacreGraphReader(snapshot: try store.snapshot()))
    }

    func delete(_ ids: [Int]) throws {
        try store.performChanges { changes in
            for id in ids { try changes.delete(Member.self, id) }
        }
    }

    func all() throws -> [Member] { try store.fetch(Member.all) }
}

private struct NacreGraphReader: GraphReader {
    let snapshot: Snapshot

    func find(_ person: Ref<Member>) throws -> Member? { try snapshot.find(person) }

    func fans(of person: Ref<Member>) throws -> [Member] {
        try snapshot.fetch(Member.where { $0.friends.contains(person) })
    }

    func young(below age: Int, bossPrefix: String) throws -> [Member] {
        try snapshot.fetch(Member.where { $0.age < age && $0.boss.name.hasPrefix(bossPrefix) })
    }
}
