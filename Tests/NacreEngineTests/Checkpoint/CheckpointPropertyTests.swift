import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Opening with a checkpoint and the later log gives the same state as opening with the whole log,
/// and the store then continues as a dictionary would.
@Suite struct CheckpointPropertyTests {
    enum Event: Int, CaseIterable, Sendable {
        case nothing, checkpoint, reopen, kill, compact
    }

    @Test func `unique attributes of every type, external values and reused rows are kept`() {
        typealias Round = (changes: [UniqueModelTests.Change], event: Event)
        let rounds = Generator<[Round]>.array(
            of: Generator<Round> { choices throws(Rejection) in
                (try choices.draw(UniqueModelTests.changes), try choices.draw(.anyCase()))
            }, count: 0...12)
        property("checkpoints of unique attributes", runs: 15, rounds) { rounds in
            let store = try TestStore(segmentSizeNominal: 6000)
            try store.database.performChanges {
                try $0.define(
                    UniqueModelTests.entity, attributes: UniqueModelTests.attributes, id: "id")
            }
            var model = UniqueModelTests.Model()
            for round in rounds {
                var next = model
                let refusal = try UniqueModelTests.refusal {
                    try store.database.performChanges { changes in
                        for change in round.changes {
                            try UniqueModelTests.apply(change, changes, &next)
                        }
                    }
                }
                if refusal == nil { model = next }
                try Self.run(round.event, store)
                try UniqueModelTests.check(
                    store.database.snapshot(), model, "after \(round.event)")
            }
            try StoreState.requireSame(store.fileContents, "at the end")
            try store.checkIntegrity()
        }
    }

    @Test func `added and removed attributes are kept`() {
        typealias Round = (steps: [EvolvingModel.Step], event: Event)
        let rounds = Generator<[Round]>.array(
            of: Generator<Round> { choices throws(Rejection) in
                (try choices.draw(EvolvingModel.Step.steps), try choices.draw(.anyCase()))
            }, count: 0...8)
        property("checkpoints of changing schemas", runs: 20, rounds) { rounds in
            let store = try TestStore(segmentSizeNominal: 6000)
            var model = EvolvingModel()
            try store.database.performChanges { try EvolvingModel.define(in: $0) }
            for round in rounds {
                for step in round.steps {
                    _ = try store.database.performChanges { try model.apply(step, to: $0) }
                }
                try Self.run(round.event, store)
                try requireEqual(
                    try store.contents()[EvolvingModel.name], model.contents,
                    "after \(round.event)")
            }
            try StoreState.requireSame(store.fileContents, "at the end")
            try store.checkIntegrity()
        }
    }

    private static func run(_ event: Event, _ store: TestStore) throws {
        switch event {
        case .nothing: break
        case .checkpoint:
            try require(try store.database.checkpoint(), "a checkpoint")
            let problem = try StoreState.requireSame(store.fileContents, "a fresh checkpoint")
            return try requireEqual(problem, nil, "a fresh checkpoint is used")
        case .reopen: try store.reopen()
        case .kill: try store.reopenAfterKill()
        case .compact: _ = try store.database.compact()
        }
        try StoreState.requireSame(store.fileContents, "after \(event)")
    }

    @Test func `free rows of a checkpoint are reused, each once`() {
        let deleted = Generator<[Int64]>.array(of: .integer(in: 0...599), count: 0...600)
        let tail = Generator<[Int64]>.array(of: .integer(in: 0...700), count: 0...50)
        property("free rows", runs: 8, .tuple(deleted, tail)) { deleted, tail in
            let store = try TestStore()
            try store.database.performChanges { changes in
                try CityEntity.define(in: changes)
                for id in 0..<600 as Range<Int64> {
                    try changes.insert(CityEntity.values(id, "city"), into: CityEntity.name)
                }
            }
            try store.database.performChanges { changes in
                for id in deleted { try changes.delete(.int(id), from: CityEntity.name) }
            }
            try store.database.checkpoint()
            try store.database.performChanges { changes in
                for id in tail {
                    // Deletes an object, or inserts one if it does not exist.
                    if try !changes.delete(.int(id), from: CityEntity.name) {
                        try changes.insert(CityEntity.values(id, "new"), into: CityEntity.name)
                    }
                }
            }
            try store.reopen()
            try requireEqual(store.database.checkpointProblem, nil, "used")
            let before = try store.database.snapshot()
            let count = try before.count(CityEntity.name)
            let end = Int(before.version.roots[1].rowsEnd)
            try store.database.performChanges { changes in
                for id in 0..<Int64(end - count + 5) {
                    try changes.insert(
                        CityEntity.values(1000 + id, "more"), into: CityEntity.name)
                }
            }
            let after = try store.database.snapshot()
            try requireEqual(Int(after.version.roots[1].rowsEnd), end + 5, "rows in use")
            try requireEqual(try after.count(CityEntity.name), end + 5, "objects")
            try store.checkIntegrity()
        }
    }
}
