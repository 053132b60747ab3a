import Foundation
import Nacre
import Synchronization
import Testing

/// Stores that are open for reading only while this process has them open for writing, typed.
@Suite struct FollowingReaderTests {
    @Entity
    struct Meter: Hashable {
        let id: Int
        @Attribute(.indexed) var value: Int
    }

    @Entity
    struct NewerMeter: Hashable {
        static let entityName = "Meter"
        let id: Int
        @Attribute(.indexed) var value: Int
        @Attribute(.columnar) var unit: Int = 7
    }

    private static func withPath<Result>(_ body: (String) async throws -> Result) async throws
        -> Result
    {
        let path = NSTemporaryDirectory() + "nacre-reader-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    @Test func `T20 requests, aggregates and statistics of a read-only store follow`()
        async throws
    {
        try await Self.withPath { path in
            let early = try Store(at: path, Meter.self)
            try await early.performChanges { try $0.insert(Meter(id: 1, value: 10)) }
            try early.close()
            // One is opened before the writer, one after it.
            let first = try Store(at: path, options: .readOnly, Meter.self)
            let writer = try Store(at: path, Meter.self)
            let second = try Store(at: path, options: .readOnly, Meter.self)
            for round in 2...30 {
                try await writer.performChanges { changes in
                    try changes.insert(Meter(id: round, value: 10 * round))
                    if round == 20 { try changes.delete(Meter.where { $0.value < 30 }) }
                }
                for reader in [first, second] {
                    let found = try reader.fetch(Meter.where { $0.value == 10 * round })
                    #expect(found == [Meter(id: round, value: 10 * round)])
                    #expect(
                        try reader.statistics.commitNumber == writer.statistics.commitNumber)
                }
                if round == 25 { try writer.compact() }
            }
            try writer.close()
            for reader in [first, second] { #expect(try reader.count(Meter.all) == 28) }
        }
    }

    @Test func `T20 observers of a read-only store get each change, and end with the writer`()
        async throws
    {
        try await Self.withPath { path in
            let writer = try Store(at: path, Meter.self)
            try await writer.performChanges { try $0.insert(Meter(id: 1, value: 0)) }
            let reader = try Store(at: path, options: .readOnly, Meter.self)
            let told = Mutex<[Int]>([])
            let observation = try reader.observe(Meter.self, 1) { change in
                if case .updated(let update) = change {
                    told.withLock { $0.append(update.new.value) }
                }
            } onFailure: { error in
                Issue.record(error)
            }
            let commits = reader.commits
            let results = Task {
                var last: [Meter] = []
                for try await found in reader.values(of: Meter.where { $0.value > 3 }) {
                    last = found
                }
                return last
            }
            for value in 1...5 {
                try await writer.performChanges { try $0.save(Meter(id: 1, value: value)) }
            }
            try writer.close()
            var numbers: [UInt64] = []
            for try await commit in commits { numbers.append(commit.number) }
            #expect(numbers.count == 5)
            #expect(try await results.value == [Meter(id: 1, value: 5)])
            for _ in 0..<2000 where told.withLock({ $0.count }) < 5 {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(told.withLock { $0 } == [1, 2, 3, 4, 5])
            observation.cancel()
        }
    }

    @Test func `T20 a reader with newer types follows until the store gets them`() async throws {
        try await Self.withPath { path in
            var writer = try Store(at: path, Meter.self)
            let reader = try Store(at: path, options: .readOnly, NewerMeter.self)
            for value in 1...6 {
                if value % 2 == 0 {
                    try writer.close()
                    writer = try Store(at: path, Meter.self)
                }
                try await writer.performChanges { try $0.save(Meter(id: value, value: value)) }
                let found = try reader.fetch(NewerMeter.where { $0.unit == 7 && $0.value == value })
                #expect(found == [NewerMeter(id: value, value: value)])
            }
            try writer.close()
            // The writer gets the newer type. The reader stays at the state before.
            let newer = try Store(at: path, NewerMeter.self)
            try await newer.performChanges { changes in
                try changes.save(NewerMeter(id: 1, value: 1, unit: 8))
            }
            #expect(try newer.count(NewerMeter.where { $0.unit == 8 }) == 1)
            #expect(try reader.count(NewerMeter.where { $0.unit == 7 }) == 6)
            let again = try Store(at: path, options: .readOnly, NewerMeter.self)
            #expect(try again.count(NewerMeter.where { $0.unit == 8 }) == 1)
        }
    }

    /// The key of a stage that only moves numbers.
    struct Offset: Sendable {
        let value: Int
    }

    @Entity
    struct Secret: Hashable {
        let id: Int
        @Attribute(.transformed(by: Transformer<Int, Int>.moved)) var code: Int
    }

    @Test func `T20 each store reads with its own keys`() async throws {
        try await Self.withPath { path in
            var options = Store.Options()
            options.stageContext.set(Offset(value: 5))
            let writer = try Store(at: path, options: options, Secret.self)
            try await writer.performChanges { try $0.insert(Secret(id: 1, code: 10)) }
            options.isReadOnly = true
            let reader = try Store(at: path, options: options, Secret.self)
            options.stageContext.set(Offset(value: 6))
            let stranger = try Store(at: path, options: options, Secret.self)
            try await writer.performChanges { try $0.save(Secret(id: 1, code: 20)) }
            #expect(try reader.fetch(Secret.where { $0.code == 20 }).map(\.code) == [20])
            #expect(try stranger.fetch(Secret.where { $0.code == 19 }).map(\.code) == [19])
        }
    }

    @Test func `T20 objects are read on many threads while they are written`() async throws {
        try await Self.withPath { path in
            let writer = try Store(at: path, Meter.self)
            try await writer.performChanges { changes in
                try changes.insert(contentsOf: (0..<50).map { Meter(id: $0, value: 0) })
            }
            let reader = try Store(at: path, options: .readOnly, Meter.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for round in 1...100 {
                        try await writer.performChanges { changes in
                            for id in 0..<50 { try changes.save(Meter(id: id, value: round)) }
                        }
                        if round % 30 == 0 { try writer.compact() }
                    }
                }
                for _ in 0..<3 {
                    group.addTask {
                        var last = 0
                        while last < 100 {
                            let values = Set(try reader.fetch(Meter.all).map(\.value))
                            #expect(values.count == 1)
                            let value = values.first ?? 0
                            #expect(value >= last)
                            last = value
                            await Task.yield()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try writer.close()
            #expect(try reader.count(Meter.where { $0.value == 100 }) == 50)
        }
    }
}

extension Transformer where Value == Int, Stored == Int {
    fileprivate static var moved: Self {
        Transformer(
            "moved", taking: FollowingReaderTests.Offset.self,
            transform: { $0 + $1.value }, reverse: { $0 - $1.value })
    }
}
