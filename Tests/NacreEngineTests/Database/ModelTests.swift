import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Any sequence of changes, reopenings, kills and compactions leaves the content of a dictionary
/// with the same changes.
@Suite struct ModelTests {
    enum Change: Sendable {
        case save(id: Int64, name: String, population: Int64?)
        case saveLong(id: Int64, length: Int)
        case delete(id: Int64)
    }

    enum Step: Sendable {
        case commit([Change])
        case abort([Change])
        case snapshot
        case reopen
        case kill
        case compact
        case compactSome(first: Int, count: Int)
    }

    static let id = Generator<Int64>.integer(in: 0...40)

    static let change = Generator<Change>.frequency(
        (
            6,
            Generator<Change> { choices throws(Rejection) in
                .save(
                    id: try choices.draw(id), name: try choices.draw(.string(count: 0...20)),
                    population: try choices.draw(.optional(.integer())))
            }
        ),
        (
            1,
            Generator<Change> { choices throws(Rejection) in
                .saveLong(
                    id: try choices.draw(id),
                    length: try choices.draw(.element(of: [65_535, 65_536, 65_537, 300_000])))
            }
        ), (3, id.map { .delete(id: $0) }))

    static let changes = Generator<[Change]>.array(of: change, count: 0...12)

    static let step = Generator<Step>.frequency(
        (10, changes.map { .commit($0) }), (2, changes.map { .abort($0) }), (2, .just(.snapshot)),
        (2, .just(.reopen)), (2, .just(.kill)), (1, .just(.compact)),
        (
            3,
            Generator<Step> { choices throws(Rejection) in
                .compactSome(
                    first: Int(try choices.draw(.integer(in: Int64(0)...6))),
                    count: Int(try choices.draw(.integer(in: Int64(1)...4))))
            }
        ))

    struct Aborted: Error {}

    static func apply(_ change: Change, _ changes: Changes, _ model: inout [Value: [Value]]) throws
    {
        switch change {
        case .save(let id, let name, let population):
            let values = CityEntity.values(id, name, population: population)
            let isNew = try changes.save(values, in: CityEntity.name)
            try requireEqual(isNew, model[.int(id)] == nil, "whether \(id) was new")
            model[.int(id)] = values
        case .saveLong(let id, let length):
            let values = CityEntity.values(id, String(long: "n", count: length))
            try changes.save(values, in: CityEntity.name)
            model[.int(id)] = values
        case .delete(let id):
            let was = try changes.delete(.int(id), from: CityEntity.name)
            try requireEqual(
                was, model.removeValue(forKey: .int(id)) != nil, "whether it was there")
        }
        let now = try TestStore.contents(of: changes)[CityEntity.name]
        try requireEqual(now, model, "a change's reads of its own writes")
    }

    static func run(
        _ steps: [Step], segmentSizeNominal: Int?, maintenance: MaintenanceMode = .manual
    ) throws {
        let store = try TestStore(segmentSizeNominal: segmentSizeNominal) { options in
            options.maintenance = maintenance
            options.compaction.slack = 8 << 10
            options.compaction.segmentsMax = 4
            options.compaction.tombstoneBytesMin = 0
        }
        try store.database.performChanges { try CityEntity.define(in: $0) }
        var model: [Value: [Value]] = [:]
        var snapshots: [(DatabaseSnapshot, [Value: [Value]])] = []
        for step in steps {
            switch step {
            case .commit(let list):
                try store.database.performChanges { changes in
                    for change in list { try apply(change, changes, &model) }
                }
            case .abort(let list):
                var discarded = model
                do {
                    try store.database.performChanges { changes in
                        for change in list { try apply(change, changes, &discarded) }
                        throw Aborted()
                    }
                } catch is Aborted {}
            case .snapshot: snapshots.append((try store.database.snapshot(), model))
            case .reopen: try store.reopen()
            case .kill: try store.reopenAfterKill()
            case .compact: _ = try store.database.compact()
            case .compactSome(let first, let count):
                try store.database.compact(segments: first..<first + count)
            }
            try requireEqual(try store.contents()[CityEntity.name], model, "after \(step)")
            for (snapshot, model) in snapshots {
                let contents = try TestStore.contents(of: snapshot)[CityEntity.name]
                try requireEqual(contents, model, "a snapshot")
            }
        }
        try store.database.close()
        try store.checkIntegrity()
    }

    @Test func `any sequence of changes and reopenings gives the same as a dictionary`() {
        property("model", runs: 60, .array(of: Self.step, count: 0...25)) { steps in
            try Self.run(steps, segmentSizeNominal: nil)
        }
    }

    @Test func `tiny segments give the same as a dictionary`() {
        property("model, tiny segments", runs: 60, .array(of: Self.step, count: 0...25)) { steps in
            try Self.run(steps, segmentSizeNominal: 700)
        }
    }

    @Test(arguments: [MaintenanceMode.inline, .background])
    func `maintenance with compactions gives the same as a dictionary`(mode: MaintenanceMode) {
        property("model, maintenance", runs: 60, .array(of: Self.step, count: 0...25)) { steps in
            try Self.run(steps, segmentSizeNominal: 700, maintenance: mode)
        }
    }
}
