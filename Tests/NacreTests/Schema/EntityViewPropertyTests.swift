import Nacre
import NacreTestSupport
import Testing

private struct Full: Hashable, Entity {
    let id: Int
    var name: String
    var count = 5
    var note: String?
    var parts: [Int] = []

    static let schema = EntitySchema(
        Full.init, Attribute("id", \.id), Attribute("name", \.name, .unique),
        Attribute("count", \.count, default: 5, .indexed), Attribute("note", \.note),
        Attribute("parts", \.parts, default: []))
}

private struct Named: Hashable, EntityView {
    typealias Whole = Full
    let id: Int
    var note: String?
    var name: String

    static let schema = EntitySchema(
        Named.init, Attribute("id", \.id), Attribute("note", \.note), Attribute("name", \.name))
}

private struct Counted: Hashable, EntityView {
    typealias Whole = Full
    var parts: [Int]
    var count: Int
    let id: Int

    static let schema = EntitySchema(
        Counted.init, Attribute("parts", \.parts), Attribute("count", \.count),
        Attribute("id", \.id))
}

/// Changes through a whole type and two views of it equal those of a dictionary.
@Suite struct EntityViewPropertyTests {
    private enum Write: CaseIterable { case insert, update, save }

    private struct Step: Sendable {
        let write: Int
        let type: Int
        let object: Full
    }

    private static let steps = Generator<Step> { choices throws(Rejection) in
        Step(
            write: try choices.draw(.integer(in: 0...3)),
            type: try choices.draw(.integer(in: 0...2)),
            object: Full(
                id: try choices.draw(.integer(in: 0...3)),
                name: "n\(try choices.draw(.integer(in: 0...5)))",
                count: try choices.draw(.integer(in: 0...9)),
                note: try choices.draw(.integer(in: 0...1)) == 0 ? nil : "note",
                parts: try choices.draw(.array(of: .integer(in: 0...9), count: 0...3))))
    }

    /// Returns the code of the error that a step has, after applying it to the model.
    private static func apply(_ step: Step, to model: inout [Int: Full]) -> StoreError.Code? {
        let (id, new) = (step.object.id, step.object)
        let stored = model[id]
        if step.write == 3 {
            model[id] = nil
            return nil
        }
        switch (Write.allCases[step.write], stored) {
        case (.insert, _?): return step.type == 2 ? .invalidValue : .duplicateID
        case (.update, nil): return .noSuchObject
        default: break
        }
        if stored == nil, step.type == 2 { return .invalidValue }
        var object = stored ?? Full(id: id, name: new.name)
        if step.type != 2 { (object.name, object.note) = (new.name, new.note) }
        if step.type != 1 { (object.count, object.parts) = (new.count, new.parts) }
        if model.values.contains(where: { $0.id != id && $0.name == object.name }) {
            return .uniqueViolation
        }
        model[id] = object
        return nil
    }

    private static func run<Owner: Entity>(
        _ object: Owner, _ step: Step, _ changes: WriteTransaction
    ) throws where Owner.Mutability == Mutable {
        switch step.write {
        case 0: try changes.insert(object)
        case 1: try changes.update(object)
        case 2: try changes.save(object)
        default: try changes.delete(object)
        }
    }

    private static func run(_ step: Step, in store: Store) -> StoreError? {
        let full = step.object
        return storeError {
            try store.performChanges { changes in
                switch step.type {
                case 0: try run(full, step, changes)
                case 1: try run(Named(id: full.id, note: full.note, name: full.name), step, changes)
                default:
                    let counted = Counted(parts: full.parts, count: full.count, id: full.id)
                    try run(counted, step, changes)
                }
            }
        }
    }

    @Test func `V20 changes through views equal those of a dictionary`() {
        property("views", runs: 300, .array(of: Self.steps, count: 1...30)) { steps in
            let store = try Store.inMemory(Named.self, Counted.self)
            var model: [Int: Full] = [:]
            for step in steps {
                let expected = Self.apply(step, to: &model)
                try requireEqual(Self.run(step, in: store)?.code, expected, "\(step)")
                let all = model.values.sorted { $0.id < $1.id }
                try requireEqual(try store.fetch(Full.all), all, "\(step)")
                let named = all.map { Named(id: $0.id, note: $0.note, name: $0.name) }
                try requireEqual(try store.fetch(Named.all), named, "\(step)")
                let few = Counted.where { $0.count < 5 }
                let counted = all.filter { $0.count < 5 }
                    .map { Counted(parts: $0.parts, count: $0.count, id: $0.id) }
                try requireEqual(try store.fetch(few), counted, "\(step)")
            }
        }
    }
}
