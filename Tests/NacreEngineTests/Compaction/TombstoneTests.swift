import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Compactions of any segments in any order, between changes, reopenings and kills: no deleted
/// object comes back, no live one is lost, and tombstones do vanish. Every state is opened from its
/// files again, because only opening uses the tombstones.
@Suite struct TombstoneTests {
    enum Step: Sendable {
        case save([Int64])
        case delete([Int64])
        case compact(first: Int, count: Int)
        case compactStep
        case compactAll
        case reopen
        case kill
    }

    static let ids = Generator<[Int64]>.array(of: .integer(in: 0...7), count: 1...3)

    static let step = Generator<Step>.frequency(
        (6, ids.map { .save($0) }), (6, ids.map { .delete($0) }),
        (
            6,
            Generator<Step> { choices throws(Rejection) in
                .compact(
                    first: Int(try choices.draw(.integer(in: Int64(0)...8))),
                    count: Int(try choices.draw(.integer(in: Int64(1)...3))))
            }
        ), (1, .just(.compactStep)), (1, .just(.compactAll)), (1, .just(.reopen)),
        (1, .just(.kill)))

    struct Model {
        var contents: [Value: [Value]] = [:]
        var counter: Int64 = 0

        mutating func run(_ step: Step, _ store: TestStore) throws {
            switch step {
            case .save(let ids):
                counter += 1
                try store.database.performChanges { changes in
                    for id in ids {
                        let values = CityEntity.values(id, "\(counter)", population: counter)
                        try changes.save(values, in: CityEntity.name)
                        contents[.int(id)] = values
                    }
                }
            case .delete(let ids):
                try store.database.performChanges { changes in
                    for id in ids {
                        try changes.delete(.int(id), from: CityEntity.name)
                        contents[.int(id)] = nil
                    }
                }
            case .compact(let first, let count):
                try store.database.compact(segments: first..<first + count)
            case .compactStep: _ = try store.database.compactStep()
            case .compactAll: _ = try store.database.compact()
            case .reopen: try store.reopen()
            case .kill: try store.reopenAfterKill()
            }
        }
    }

    static func check(_ store: TestStore, _ model: Model, _ about: String) throws {
        try requireEqual(try store.contents()[CityEntity.name], model.contents, about)
        let twin = try store.twinAfterKill()
        try requireEqual(
            try twin.contents()[CityEntity.name], model.contents, "\(about), opened anew")
    }

    static func run(_ steps: [Step]) throws {
        let store = try TestStore(segmentSizeNominal: 400) { options in
            options.compaction.slack = 4 << 10
            options.compaction.segmentsMax = 6
            options.compaction.tombstoneBytesMin = 0
        }
        try store.database.performChanges { try CityEntity.define(in: $0) }
        var model = Model()
        for step in steps {
            try model.run(step, store)
            try check(store, model, "after \(step)")
        }
        try store.checkIntegrity()
        _ = try store.database.compact()
        try check(store, model, "after the last compaction")
        let usage = try store.database.statistics().segments.map(\.usage)
        try requireEqual(
            usage.reduce(0) { $0 + $1.tombstones }, 0, "tombstones that hide nothing any more")
        try requireEqual(
            usage.reduce(0) { $0 + $1.deadRecords }, 0, "dead records after a whole compaction")
        try store.checkIntegrity()
    }

    @Test func `no deleted object returns, none is lost, and tombstones vanish`() {
        property("tombstones", runs: 250, .array(of: Self.step, count: 0...40)) { steps in
            try Self.run(steps)
        }
    }

    /// Bitcask's mistake: the put is in a cold segment that is never compacted, the tombstone in a
    /// hot one that is compacted repeatedly.
    @Test func `a tombstone stays while a cold segment has a record that it hides`() throws {
        try withStore(segmentSizeNominal: 400) { store in
            try store.database.performChanges { try CityEntity.define(in: $0) }
            var model = Model()
            try model.run(.save([1, 2]), store)
            try model.run(.delete([1]), store)
            for _ in 0..<4 {
                let segments = try store.database.statistics().segments
                let holder = try #require(segments.firstIndex { $0.usage.tombstones > 0 })
                try store.database.compact(segments: holder..<holder + 1)
                try Self.check(store, model, "after compacting the tombstone's segment")
                let left = try store.database.statistics().segments.map(\.usage.tombstones)
                #expect(left.reduce(0, +) == 1)
            }
            let put = try #require(
                store.database.statistics().segments.firstIndex { $0.usage.deadRecords > 0 })
            try store.database.compact(segments: put..<put + 1)
            try Self.check(store, model, "after compacting the put's segment")
            let holder = try #require(
                store.database.statistics().segments.firstIndex { $0.usage.tombstones > 0 })
            try store.database.compact(segments: holder..<holder + 1)
            try Self.check(store, model, "after the tombstone has gone")
            let left = try store.database.statistics().segments.map(\.usage.tombstones)
            #expect(left.reduce(0, +) == 0)
        }
    }
}
