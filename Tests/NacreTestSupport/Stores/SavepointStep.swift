package import NacreEngine
package import NacreFormat

/// A step of a test in a change with savepoints. Steps are small and large, so that the parts of a
/// commit are in memory, in the file, or both, when they are taken back.
package indirect enum SavepointStep: Sendable {
    case save(id: Int64, length: Int)
    case delete(id: Int64)
    /// Another entity, with an object in it.
    case define
    /// - Parameter fails: Whether the savepoint throws at its end.
    case savepoint([SavepointStep], fails: Bool)

    /// - Parameter depth: The maximum nesting of savepoints.
    package static func generator(depth: Int = 3) -> Generator<SavepointStep> {
        let id = Generator<Int64>.integer(in: 0...9)
        let length = Generator<Int>.element(of: [0, 0, 300, 60_000, 65_537, 200_000, 300_000])
        var alternatives: [(Int, Generator<SavepointStep>)] = [
            (
                6,
                Generator { choices throws(Rejection) in
                    .save(id: try choices.draw(id), length: try choices.draw(length))
                }
            ), (2, id.map { .delete(id: $0) }), (1, .just(.define)),
        ]
        if depth > 0 {
            let steps = Generator.array(of: generator(depth: depth - 1), count: 0...6)
            alternatives.append(
                (
                    4,
                    Generator { choices throws(Rejection) in
                        .savepoint(
                            try choices.draw(steps),
                            fails: try choices.draw(.element(of: [true, true, false])))
                    }
                ))
        }
        return .frequency(alternatives)
    }
}

/// A store's content in dictionaries, changed by the same steps as a store.
package struct SavepointModel {
    package private(set) var contents: [String: [Value: [Value]]] = [:]
    private var changeCount = 0

    private struct Stop: Error {}

    package init() {}

    /// Runs the steps in one change of the store, and on the model.
    /// - Parameter fails: Whether the change throws at its end.
    package mutating func change(
        _ store: Database, _ steps: [SavepointStep], fails: Bool = false
    ) throws {
        let before = contents
        changeCount = 0
        do {
            try store.performChanges { changes in
                try run(steps, changes)
                if fails { throw Stop() }
            }
        } catch is Stop {
            contents = before
        }
        let found = try TestStore.contents(of: store.snapshot())
        try requireEqual(found, contents, "after the change")
    }

    private mutating func run(_ steps: [SavepointStep], _ changes: Changes) throws {
        for step in steps {
            switch step {
            case .save(let id, let length):
                let values = CityEntity.values(id, String(repeating: "s", count: length))
                let isNew = try changes.save(values, in: CityEntity.name)
                let former = contents[CityEntity.name]?.updateValue(values, forKey: .int(id))
                try requireEqual(isNew, former == nil, "whether \(id) was new")
                changeCount += former == values ? 0 : 1
            case .delete(let id):
                let was = try changes.delete(.int(id), from: CityEntity.name)
                let former = contents[CityEntity.name]?.removeValue(forKey: .int(id))
                try requireEqual(was, former != nil, "whether \(id) was there")
                changeCount += was ? 1 : 0
            case .define: try define(changes)
            case .savepoint(let steps, let fails): try savepoint(steps, fails, changes)
            }
        }
    }

    /// Defines the next entity. The first one is the entity that the other steps change.
    private mutating func define(_ changes: Changes) throws {
        let name = contents.isEmpty ? CityEntity.name : "Entity\(contents.count)"
        try changes.define(name, attributes: CityEntity.attributes, id: "id")
        let values = CityEntity.values(100, name)
        try changes.insert(values, into: name)
        contents[name] = [.int(100): values]
        changeCount += 1
    }

    private mutating func savepoint(
        _ steps: [SavepointStep], _ fails: Bool, _ changes: Changes
    ) throws {
        let before = self
        do {
            try changes.savepoint {
                try run(steps, changes)
                try check(changes, "at the end of a savepoint")
                if fails { throw Stop() }
            }
        } catch is Stop {
            self = before
        }
        try check(changes, "behind a savepoint")
    }

    private func check(_ changes: Changes, _ place: String) throws {
        try requireEqual(try TestStore.contents(of: changes), contents, place)
        try requireEqual(changes.changeCount, changeCount, "changes \(place)")
    }
}
