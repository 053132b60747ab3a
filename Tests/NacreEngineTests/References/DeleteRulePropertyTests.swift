import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Random graphs under random rules, changed and deleted at random, compared with dictionaries.
@Suite struct DeleteRulePropertyTests {
    @Test func `objects, references and refusals equal those of a simple model`() {
        property("delete rules", runs: 100, RuledWorld.cases) { item in
            let store = try TestStore(seed: 3)
            var model = RuledWorld(item)
            try store.database.performChanges { try model.define(in: $0) }
            for steps in item.changes {
                let former = model.objects
                do {
                    try store.database.performChanges { changes in
                        for step in steps { try Self.apply(step, &model, changes) }
                        try requireEqual(try TestStore.contents(of: changes), model.objects)
                    }
                    try require(model.isSound, "a reference leads nowhere")
                } catch let error as StoreError where error.code == .danglingReference {
                    try require(!model.isSound, "refused: \(error)")
                    model.objects = former
                }
                try requireEqual(try store.contents(), model.objects)
            }
            try store.checkIntegrity()
            try store.reopenAfterKill()
            try requireEqual(try store.contents(), model.objects)
        }
    }

    private static func apply(
        _ step: RuledWorld.Step, _ model: inout RuledWorld, _ changes: Changes
    ) throws {
        switch step {
        case .save(let entity, let values):
            // An id in another spelling is the same id, and the object has the newer spelling.
            model.objects[entity]?[values[0]] = nil
            model.objects[entity]?[values[0]] = values
            try changes.save(values, in: entity)
        case .delete(let entity, let ids):
            let expected = model.delete(entity, ids)
            do {
                let count = try changes.delete(ids, from: changes.definition(entity))
                try requireEqual(count, expected)
            } catch let error as StoreError where error.code == .deleteDenied {
                try require(expected == nil, "denied: \(error)")
            }
        }
    }
}
