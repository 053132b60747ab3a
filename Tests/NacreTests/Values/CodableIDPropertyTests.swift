import Nacre
import NacreTestSupport
import Testing

private struct KeyedID: Codable, Hashable, Storable {
    var text: String
    var number: Double
    var part: Int?
}

private struct Keyed: Hashable, Entity {
    let key: KeyedID
    var next: Ref<Keyed>?
    var id: KeyedID { key }

    static let schema = EntitySchema(
        Keyed.init, Attribute("key", \.key, .id(\Keyed.id)),
        Attribute("next", \.next, .relationship(.nullify)))
}

/// Objects whose ids are `Codable` structs, and references to them, equal those of a dictionary.
@Suite struct CodableIDPropertyTests {
    private enum Step: Sendable {
        case save(KeyedID, next: KeyedID?)
        case delete(KeyedID)
        case rollBack(KeyedID)
    }

    private struct Stop: Error {}

    /// Keys that are equal in spite of different letters or zeros, and keys whose JSON needs
    /// escapes.
    private static let keys = Generator<KeyedID> { choices throws(Rejection) in
        let texts = ["", "a", "\u{e9}", "e\u{301}", "\"\\\n", "{\"text\":1}"]
        return KeyedID(
            text: texts[try choices.draw(.integer(in: 0...texts.count - 1))],
            number: [0.0, -0.0, 1.5, 1e300][try choices.draw(.integer(in: 0...3))],
            part: try choices.draw(.optional(.integer(in: 1...2))))
    }

    private static let steps = Generator<Step> { choices throws(Rejection) in
        switch try choices.draw(.integer(in: 0...9)) {
        case 0...5:
            .save(try choices.draw(keys), next: try choices.draw(.optional(keys)))
        case 6...8: .delete(try choices.draw(keys))
        default: .rollBack(try choices.draw(keys))
        }
    }

    private static func isStop(_ outcome: Result<Void, any Error>) -> Bool {
        if case .failure(let error) = outcome { error is Stop } else { false }
    }

    private static func apply(_ step: Step, to model: inout [KeyedID: Keyed], in store: Store)
        throws
    {
        switch step {
        case .save(let key, let next):
            let target = next.flatMap { model[$0] != nil || $0 == key ? Ref<Keyed>(id: $0) : nil }
            let item = Keyed(key: key, next: target)
            try store.performChanges { try $0.save(item) }
            model[key] = item
        case .delete(let key):
            let isThere = model.removeValue(forKey: key) != nil
            let deleted = try store.performChanges { try $0.delete(Keyed.self, key) }
            try requireEqual(deleted, isThere, "\(step)")
            for (other, item) in model where item.next?.id == key { model[other]?.next = nil }
        case .rollBack(let key):
            let outcome = Result<Void, any Error> {
                try store.performChanges { changes in
                    try changes.save(Keyed(key: key, next: nil))
                    try changes.delete(Keyed.self, key)
                    try changes.insert(Keyed(key: key, next: nil))
                    throw Stop()
                }
            }
            try require(isStop(outcome), "\(step): \(outcome)")
        }
    }

    @Test func `V25 objects equal those of a dictionary`() {
        property("Codable ids", runs: 200, .array(of: Self.steps, count: 1...25)) { steps in
            let store = try Store.inMemory(Keyed.self)
            var model: [KeyedID: Keyed] = [:]
            for step in steps {
                try Self.apply(step, to: &model, in: store)
                try requireEqual(Set(try store.fetch(Keyed.all)), Set(model.values), "\(step)")
                for (key, item) in model {
                    try requireEqual(try store.find(Keyed.self, key), item, "\(step)")
                    let found = try store.fetch(Keyed.where { $0.next == Ref(id: key) })
                    let expected = model.values.filter { $0.next?.id == key }
                    try requireEqual(Set(found), Set(expected), "\(step)")
                    let same = try store.fetch(Keyed.where { $0.id == key && $0.key.isIn([key]) })
                    try requireEqual(same, [item], "\(step)")
                }
            }
        }
    }
}
