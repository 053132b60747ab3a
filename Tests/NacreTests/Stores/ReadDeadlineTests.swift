import Nacre
import NacreTestSupport
import Testing

private struct Team: Entity {
    let id: Int
    var name: String

    static let schema = EntitySchema(Team.init, Attribute("id", \.id), Attribute("name", \.name))
}

private struct Member: Entity {
    let id: Int
    var name: String
    var rank: Int
    var notes: String
    var team: Ref<Team>

    static let schema = EntitySchema(
        Member.init, Attribute("id", \.id), Attribute("name", \.name),
        Attribute("rank", \.rank, .indexed), Attribute("notes", \.notes),
        Attribute("team", \.team, .relationship(.noAction), .indexed))
}

/// Reads end soon after their deadline, whatever they do at that time.
@Suite(.serialized) struct ReadDeadlineTests {
    private static let count = Scale.count(60_000)

    private static func store() throws -> Store {
        let store = try Store.inMemory(Team.self, Member.self)
        try store.performChanges { changes in
            for id in 0..<(count / 10) { try changes.insert(Team(id: id, name: "team \(id)")) }
            for id in 0..<count {
                try changes.insert(
                    Member(
                        id: id, name: "\((id &* 7919) % count) \u{E9}", rank: id % 1000,
                        notes: String(repeating: "ab\(id % 7) ", count: 20 + id % 50),
                        team: Ref(id: id % (count / 10))))
            }
        }
        return store
    }

    private static let reads: [(name: String, read: @Sendable (Snapshot) throws -> Void)] = [
        ("scan", { _ = try $0.count(Member.where { $0.notes.contains("abc") }) }),
        ("decode", { _ = try $0.fetch(Member.all) }),
        ("sort", { _ = try $0.fetch(Member.all.sorted(\.name.descending)) }),
        ("values", { _ = try $0.fetch(\.notes, Member.all.sorted(\.notes.ascending)) }),
        ("groups", { _ = try $0.distinct(\.name, Member.all) }),
        ("pattern", { _ = try $0.count(Member.where { $0.notes.matches("(a.*b.*){9}c$") }) }),
        (
            "indexes",
            { _ = try $0.fetch(Member.where { $0.rank > 3 || $0.rank < 2 && $0.id > 7 }) }
        ),
        (
            "references",
            { _ = try $0.count(Member.where { $0.team.name.hasSuffix("1") && $0.name != "a" }) }
        ),
        ("percentile", { _ = try $0.percentile(0.5, Member.self, \.name) }),
        ("finds", { for id in 0..<count { _ = try $0.find(Member.self, id) } }),
        // Freeing what was read comes on top, so this reads fewer objects.
        ("include", { _ = try $0.fetch(Member.all.limit(count / 6), including: \.team) }),
    ]

    @Test(arguments: reads.indices)
    func `a read ends at most ten milliseconds after its deadline`(place: Int) async throws {
        let (name, body) = Self.reads[place]
        let store = try Self.store()
        let clock = ContinuousClock()
        let whole = try await store.read { snapshot in
            try (0..<3).map { _ in try clock.measure { try body(snapshot) } }.min() ?? .zero
        }
        for share in [0.2, 0.5, 0.8] {
            // Other work of the machine can only make a read later, so the least delay counts.
            var least: Duration?
            for _ in 0..<20 where least.map({ $0 > .milliseconds(10) }) ?? true {
                let deadline = clock.now + whole * share
                let code = await Self.code {
                    try await store.read(deadline: deadline) { try body($0) }
                }
                // A read can be faster than the first time.
                guard code != nil else { continue }
                #expect(code == .deadlineExceeded)
                least = min(least ?? .seconds(60), clock.now - deadline)
            }
            guard whole > .milliseconds(20) else { continue }
            // Late in a read, it may end before its deadline each time.
            guard let least else {
                #expect(share > 0.5, "\(name) never reached \(share) of \(whole)")
                continue
            }
            #expect(
                least < .milliseconds(10), "\(name) at \(share) of \(whole): \(least) late")
        }
    }

    private static func code(_ body: () async throws -> Void) async -> StoreError.Code? {
        do { try await body() } catch { return (error as? StoreError)?.code }
        return nil
    }
}
