import Nacre
import NacreTestSupport
import Synchronization
import Testing

/// Counts its live instances, to see how many objects a stream holds.
private final class Token: Sendable {
    static let alive = Mutex(0)
    static let most = Mutex(0)

    init() {
        let count = Token.alive.withLock { count in
            count += 1
            return count
        }
        Token.most.withLock { $0 = max($0, count) }
    }

    deinit { Token.alive.withLock { $0 -= 1 } }
}

private struct Counted: Storable, Sendable {
    let number: Int
    let token = Token()

    static let transformer = Transformer<Counted, Int>(
        transform: { $0.number }, reverse: { Counted(number: $0) })
}

private struct Sample: Entity {
    let id: Int
    var value: Counted
    var rank: Int

    static let schema = EntitySchema(
        Sample.init, Attribute("id", \.id), Attribute("value", \.value),
        Attribute("rank", \.rank))
}

/// Streams hold at most one batch of objects, and release everything in the end.
@Suite(.serialized) struct StreamTests {
    @Test func `a plain loop reads a stream and receives its errors`() throws {
        let store = try store(100)
        let request = Sample.all.sorted(\.rank.ascending)
        let stream = try store.stream(request, batch: 7)
        let ids = try stream.results.map { try $0.get().id }
        #expect(ids == (try store.fetch(request).map(\.id)))
        #expect(Array(stream.results.prefix(3)).count == 3)

        struct Odd: Entity {
            let id: Int
            var value: Even
            static let schema = EntitySchema(
                Odd.init, Attribute("id", \.id), Attribute("value", \.value))
        }
        struct Even: Storable {
            struct IsOdd: Error {}
            let number: Int
            static let transformer = Transformer<Even, Int>(
                transform: { $0.number },
                reverse: { number in
                    if number % 2 == 1 { throw IsOdd() }
                    return Even(number: number)
                })
        }
        let odd = try Store.inMemory(Odd.self)
        try odd.performChanges { changes in
            for id in 0..<9 {
                try changes.insert(Odd(id: id, value: Even(number: id == 5 ? 5 : 0)))
            }
        }
        let results = Array(try odd.stream(Odd.all, batch: 2).results)
        #expect(results.dropLast().compactMap { try? $0.get().id } == [0, 1, 2, 3])
        guard case .failure(let error)? = results.last else {
            Issue.record("nobody was told")
            return
        }
        #expect(error.code == .undecodable)
    }

    private func store(_ count: Int = 1000) throws -> Store {
        let store = try Store.inMemory(Sample.self)
        try store.performChanges { changes in
            for id in 0..<count {
                try changes.insert(
                    Sample(id: id, value: Counted(number: id), rank: id * 7919 % 1009))
            }
        }
        return store
    }

    @Test(arguments: [false, true])
    func `at most one batch of objects is alive`(isSorted: Bool) throws {
        let store = try store()
        let request = isSorted ? Sample.all.sorted(\.rank.descending) : Sample.all
        let expected = try store.fetch(request).map(\.id)
        #expect(Token.alive.withLock { $0 } == 0)
        Token.most.withLock { $0 = 0 }
        var stream = try store.stream(request, batch: 50)
        var ids: [Int] = []
        while let sample = try stream.next() { ids.append(sample.id) }
        #expect(ids == expected)
        // The batch, and the object before it, which the loop still has.
        #expect(Token.most.withLock { $0 } <= 51)
        #expect(Token.alive.withLock { $0 } == 0)
        #expect(try stream.next() == nil)
    }

    @Test func `a stream shows one state of the store`() throws {
        let store = try store(100)
        var stream = try store.stream(Sample.all.offset(10).limit(70), batch: 7)
        var ids: [Int] = []
        while let sample = try stream.next() {
            ids.append(sample.id)
            try store.performChanges { try $0.delete(Sample.where { $0.id == 99 - ids.count }) }
        }
        #expect(ids == Array(10..<80))
    }

    @Test func `a stream pins its state until the last batch or its own end`() throws {
        let store = try store(100)
        func pinned() throws -> Int {
            try store.statistics.pins.filter { $0.label == "stream of Sample" }.count
        }
        var stream: ResultStream<Sample>? = try store.stream(Sample.all, batch: 60)
        #expect(try pinned() == 1)
        _ = try stream?.next()
        #expect(try pinned() == 1)
        for _ in 0..<60 { _ = try stream?.next() }
        // The last batch is there: nothing more is read.
        #expect(try pinned() == 0)
        stream = try store.stream(Sample.all, batch: 10)
        _ = try stream?.next()
        #expect(try pinned() == 1)
        stream = nil
        #expect(try pinned() == 0)
        #expect(Token.alive.withLock { $0 } == 0)
    }

    @Test func `asynchronous code reads a stream, too, and may stop early`() async throws {
        let store = try store(300)
        var sum = 0
        for try await sample in try store.stream(Sample.where { $0.id < 200 }, batch: 64) {
            sum += sample.id
            if sample.id == 150 { break }
        }
        #expect(sum == 150 * 151 / 2)
        #expect(Token.alive.withLock { $0 } == 0)
    }

    @Test func `an empty batch size is refused`() throws {
        let store = try store(1)
        let error = storeError { try store.stream(Sample.all, batch: 0) }
        #expect(error?.code == .invalidValue)
        try store.close()
        #expect(storeError { try store.stream(Sample.all) }?.code == .closed)
    }
}
