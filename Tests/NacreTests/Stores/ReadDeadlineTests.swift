import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Synchronization
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

/// Reads check often whether they have to end, whatever they do at that time.
@Suite struct ReadDeadlineTests {
    /// Enough objects that each loop over all of them takes longer than is allowed.
    private static let count = 10_000

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

    /// The longest time between two checks of a thread. It is time of the processor, which other
    /// work of the machine does not change.
    private final class Gaps: Sendable {
        private let state = Mutex<(last: [UInt: Duration], longest: Duration, count: Int)>(
            ([:], .zero, 0))

        var longest: Duration { state.withLock { $0.longest } }
        var count: Int { state.withLock { $0.count } }

        func note() {
            var time = timespec()
            // SAFETY: the clock fills the whole structure.
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            let now = Duration.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
            let thread = UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue)
            state.withLock { state in
                if let last = state.last[thread] {
                    state.longest = max(state.longest, now - last)
                }
                state.last[thread] = now
                state.count += 1
            }
        }
    }

    @Test(arguments: reads.indices)
    func `a read checks its limit at least every ten milliseconds`(place: Int) throws {
        let (name, body) = Self.reads[place]
        let gaps = Gaps()
        let limit = ReadLimit(deadline: nil) { gaps.note() }
        let snapshot = try Self.store().snapshot().limited(by: limit)
        gaps.note()
        try body(snapshot)
        gaps.note()
        #expect(gaps.count > 20, "\(name)")
        // Most of it is the time to free what was read.
        #expect(gaps.longest < .milliseconds(10), "\(name): \(gaps.longest)")
    }

    @Test(arguments: reads.indices)
    func `a read that is late or cancelled ends with an error`(place: Int) async throws {
        let (name, body) = Self.reads[place]
        let store = try Self.store()
        let clock = ContinuousClock()
        let whole = try await store.read { snapshot in try clock.measure { try body(snapshot) } }
        let late = await Self.code {
            try await store.read(deadline: clock.now + .milliseconds(1)) { try body($0) }
        }
        #expect(late == .deadlineExceeded || whole < .milliseconds(20), "\(name)")
        let task = Task { try await store.read { try body($0) } }
        task.cancel()
        let result = await task.result
        #expect(storeError { try result.get() }?.code == .cancelled, "\(name)")
    }

    private static func code(_ body: () async throws -> Void) async -> StoreError.Code? {
        do { try await body() } catch { return (error as? StoreError)?.code }
        return nil
    }
}
