import Foundation
import Nacre
import NacreTestSupport
import Synchronization
import Testing

/// Followers deliver the results of asking again, whatever wakes them.
@Suite struct FollowerExactnessTests {
    @Entity struct Parcel: Hashable {
        let id: Int
        @Attribute(.searchable) var city: String
        @Attribute(.indexed) var weight: Int
        var price: Double = 0
        var sender: Ref<Sender>?
    }

    @Entity struct Sender: Hashable {
        let id: Int
        var name: String
    }

    /// A follower with its last value, as text.
    private final class Follower: Sendable {
        private struct State {
            var last: String?
            var count = 0
        }
        private let state = Mutex(State())
        let expected: @Sendable (Store) throws -> String
        let name: String

        init(_ name: String, _ expected: @escaping @Sendable (Store) throws -> String) {
            self.name = name
            self.expected = expected
        }

        var last: String? { state.withLock { $0.last } }
        var count: Int { state.withLock { $0.count } }

        func receive(_ text: String) {
            state.withLock { state in
                state.last = text
                state.count += 1
            }
        }
    }

    private static func requests() -> [FetchRequest<Parcel>] {
        [
            Parcel.all, Parcel.where { $0.id == 3 }, Parcel.where { [4, 9, 30].contains($0.id) },
            Parcel.where { $0.weight >= 10 && $0.weight < 15 },
            Parcel.where { $0.weight > 20 }.sorted(\.price.descending).limit(3),
            Parcel.all.sorted(\.weight.ascending, \.city.ascending).limit(4).offset(2),
            Parcel.where { $0.city == "Oslo" }.sorted(\.weight.descending),
            Parcel.where { $0.city == "Oslo" || $0.weight == 7 },
            Parcel.where { $0.sender.name == "Anne" }, Parcel.where { $0.price == 0 },
        ]
    }

    private static func follow(_ store: Store, _ tasks: inout [Task<Void, Never>])
        -> [Follower]
    {
        var followers: [Follower] = []
        func add<Value: Sendable>(
            _ name: String, _ values: some AsyncSequence<Value, StoreError> & Sendable,
            _ expected: @escaping @Sendable (Store) throws -> Value
        ) {
            let follower = Follower(name) { "\(try expected($0))" }
            followers.append(follower)
            tasks.append(
                Task {
                    do {
                        for try await value in values { follower.receive("\(value)") }
                    } catch {
                        follower.receive("\(error)")
                    }
                })
        }
        for request in requests() {
            add("\(request)", store.values(of: request)) { try $0.fetch(request) }
            add("count \(request)", store.values(of: .count, request)) { try $0.count(request) }
            add("sum \(request)", store.values(of: .sum(\.price), request)) { store in
                try store.sum(\.price, request)
            }
        }
        for request in searched() {
            for words in ["oslo", "oslo* OR bergen", "-oslofjord"] {
                let hits = store.values(ofSearch: request, words).map { Self.text($0) }
                add("hits \(request) \(words)", hits) { store in
                    text(try store.search(request, words))
                }
            }
        }
        return followers
    }

    private static func searched() -> [FetchRequest<Parcel>] {
        [
            Parcel.all, Parcel.where { $0.weight > 9 }.limit(3),
            Parcel.where { $0.sender.name == "Anne" }, Parcel.where { $0.search("bergen") },
        ]
    }

    private static func text(_ hits: Hits<Parcel>) -> String {
        "\(hits.map { "\($0.object) \($0.score)" })"
    }

    private static func change(_ store: Store, _ random: inout SplitMix64) throws {
        let changes = (0...random.next(upTo: 3)).map { _ in
            (random.next(upTo: 6), Int(random.next(upTo: 40)), Int(random.next(upTo: 30)))
        }
        try store.performChanges { transaction in
            for (kind, id, number) in changes {
                let city = ["Oslo", "Bergen", "Oslofjord"][number % 3]
                switch kind {
                case 0: try transaction.delete(Parcel.self, id)
                case 1:
                    let name = number % 2 == 0 ? "Anne" : "Bo"
                    try transaction.save(Sender(id: id % 4, name: name))
                case 2 where try transaction.find(Parcel.self, id) != nil:
                    try transaction.update(Parcel.self, id) { $0.weight = number }
                case 3 where try transaction.find(Parcel.self, id) != nil:
                    try transaction.update(Parcel.self, id) { $0.city = city }
                default:
                    try transaction.save(
                        Parcel(
                            id: id, city: city, weight: number, price: Double(number % 4) / 10,
                            sender: number % 2 == 0 ? Ref(id: id % 4) : nil))
                }
            }
        }
    }

    @Test func `a store and one that follows it deliver what a new request would`() async throws {
        let path = NSTemporaryDirectory() + "nacre-followers-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = try Store(at: path, Parcel.self, Sender.self)
        let reader = try Store(at: path, options: .readOnly, Parcel.self, Sender.self)
        var random = SplitMix64(seed: 11)
        try await writer.performChanges { changes in
            for id in 0..<4 { try changes.insert(Sender(id: id, name: "Bo")) }
        }
        for _ in 0..<40 { try Self.change(writer, &random) }
        var tasks: [Task<Void, Never>] = []
        let stores = [writer, reader]
        let followers = stores.map { Self.follow($0, &tasks) }
        let rounds = Scale.count(60)
        for round in 0..<rounds {
            for _ in 0...round % 3 { try Self.change(writer, &random) }
            for (store, followers) in zip(stores, followers) {
                for follower in followers {
                    let expected = try follower.expected(store)
                    let end = ContinuousClock.now + .seconds(20)
                    while follower.last != expected, ContinuousClock.now < end {
                        try await Task.sleep(for: .milliseconds(1))
                    }
                    try #require(follower.last == expected, "round \(round): \(follower.name)")
                }
            }
        }
        // A follower of one object delivers only what concerns it.
        #expect(followers[0].contains { $0.count < rounds / 2 })
        for task in tasks { task.cancel() }
        try reader.close()
        try writer.close()
    }

    @Test func `R13 changes of one object arrive one by one among many others`() async throws {
        let store = try Store.inMemory(Parcel.self, Sender.self)
        try await store.performChanges { changes in
            for id in 0..<20 { try changes.insert(Parcel(id: id, city: "x", weight: 0)) }
        }
        var changes = try store.changes(of: Parcel.self, 5).makeAsyncIterator()
        for round in 1...200 {
            try await store.performChanges { changes in
                try changes.update(Parcel.self, round % 20) { $0.weight = round }
            }
        }
        try await store.performChanges { try $0.delete(Parcel.self, 5) }
        for expected in stride(from: 5, through: 185, by: 20) {
            guard case .updated(let update) = try await changes.next() else {
                Issue.record("no update at \(expected)")
                return
            }
            #expect(update.new.weight == expected && update.old.weight == max(0, expected - 20))
        }
        guard case .deleted(let last) = try await changes.next() else {
            Issue.record("no deletion")
            return
        }
        #expect(last.weight == 185)
        #expect(try await changes.next() == nil)
    }
}
