import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Attributes that come, go and change places between writes, in a store and in a dictionary.
@Suite struct EvolutionPropertyTests {
    /// The other events of the store.
    enum Event: Int, CaseIterable, Sendable {
        case commit, commitAll, savepoint, abort, reopen, kill, compact
    }

    struct Aborted: Error {}

    typealias Round = (steps: [EvolvingModel.Step], event: Event)

    private static let rounds = Generator<[Round]>.array(
        of: Generator<Round> { choices throws(Rejection) in
            (try choices.draw(EvolvingModel.Step.steps), try choices.draw(.anyCase()))
        }, count: 0...6)

    private static func run(_ round: Round, _ store: TestStore, _ model: inout EvolvingModel) throws
    {
        switch round.event {
        case .commit:
            for step in round.steps {
                _ = try store.database.performChanges { try model.apply(step, to: $0) }
            }
        case .savepoint:
            _ = try store.database.performChanges { changes in
                let half = round.steps.count / 2
                for step in round.steps.prefix(half) { try model.apply(step, to: changes) }
                var discarded = model
                do {
                    try changes.savepoint {
                        for step in round.steps { try discarded.apply(step, to: changes) }
                        throw Aborted()
                    }
                } catch is Aborted {}
                for step in round.steps.dropFirst(half) { try model.apply(step, to: changes) }
            }
        case .abort:
            var discarded = model
            do {
                _ = try store.database.performChanges { changes in
                    for step in round.steps { try discarded.apply(step, to: changes) }
                    throw Aborted()
                }
            } catch is Aborted {}
        default:
            _ = try store.database.performChanges { changes in
                for step in round.steps {
                    try model.apply(step, to: changes)
                    let now = try TestStore.contents(of: changes)[EvolvingModel.name]
                    try requireEqual(now, model.contents, "a change's own reads")
                }
            }
        }
        switch round.event {
        case .reopen: try store.reopen()
        case .kill: try store.reopenAfterKill()
        case .compact: _ = try store.database.compact()
        case .commit, .commitAll, .savepoint, .abort: break
        }
        try requireEqual(
            try store.contents()[EvolvingModel.name], model.contents, "after \(round.event)")
    }

    @Test func `any sequence of redefinitions and writes gives the same as a dictionary`() {
        property("evolution", runs: 60, Self.rounds) { rounds in
            let store = try TestStore(segmentSizeNominal: 3000)
            _ = try store.database.performChanges { try EvolvingModel.define(in: $0) }
            var model = EvolvingModel()
            var snapshots: [(DatabaseSnapshot, [Value: [Value]])] = []
            for round in rounds {
                snapshots.append((try store.database.snapshot(), model.contents))
                try Self.run(round, store, &model)
            }
            for (snapshot, contents) in snapshots {
                let seen = try TestStore.contents(of: snapshot)[EvolvingModel.name]
                try requireEqual(seen, contents, "a snapshot, in the schema of its time")
            }
            try store.checkIntegrity()
        }
    }

    @Test func `filters on objects of many layouts agree with Swift's operators`() {
        let cases = Generator<([EvolvingModel.Step], FilterExpression)> {
            choices throws(Rejection) in
            let steps = try choices.draw(EvolvingModel.Step.steps)
            var model = EvolvingModel()
            for step in steps { model.imagine(step) }
            return (steps, try choices.draw(QueryGenerators.filter(on: model.attributes)))
        }
        property("filters on many layouts", runs: 300, cases) { steps, filter in
            let store = try TestStore()
            var model = EvolvingModel()
            _ = try store.database.performChanges { changes in
                try EvolvingModel.define(in: changes)
                for step in steps { try model.apply(step, to: changes) }
            }
            let query = Query(entity: EvolvingModel.name, filter: filter)
            let found = try store.database.snapshot().fetch(query).map(\.id)
            let expected = model.objects.filter {
                ReferenceEvaluator(values: $0.value).holds(filter)
            }
            try requireEqual(Set(found), Set(expected.keys), "\(filter)")
            try requireEqual(try store.database.snapshot().count(query), expected.count)
        }
    }

    @Test func `objects of many layouts are sorted by their values as read`() {
        property("sorts on many layouts", runs: 100, EvolvingModel.Step.steps) { steps in
            let store = try TestStore()
            var model = EvolvingModel()
            _ = try store.database.performChanges { changes in
                try EvolvingModel.define(in: changes)
                for step in steps { try model.apply(step, to: changes) }
            }
            for attribute in model.attributes {
                let query = Query(entity: EvolvingModel.name, sorts: [SortTerm(attribute.name)])
                let sorted = try store.database.snapshot().fetch(query)
                try requireEqual(sorted.count, model.objects.count)
                // A store whose objects were all written with the last schema has no older layouts.
                let fresh = try TestStore()
                _ = try fresh.database.performChanges { changes in
                    try changes.define(
                        EvolvingModel.name, attributes: numbered(model.attributes), id: "id")
                    for values in model.contents.values {
                        try changes.insert(values, into: EvolvingModel.name)
                    }
                }
                let expected = try fresh.database.snapshot().fetch(query)
                try requireEqual(sorted.map(\.values), expected.map(\.values), attribute.name)
            }
        }
    }

    private func numbered(_ attributes: [AttributeSchema]) -> [AttributeSchema] {
        attributes.enumerated().map { index, attribute in
            AttributeSchema(
                id: AttributeID(UInt32(index + 1)), name: attribute.name, type: attribute.type,
                isNullable: attribute.isNullable)
        }
    }
}
