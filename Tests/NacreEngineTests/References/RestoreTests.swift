import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Objects that are restored from former states, together with those that they lead to.
@Suite struct RestoreTests {
    typealias Members = [Int64: [Value]]

    private func store() throws -> TestStore {
        let store = try TestStore()
        try store.database.setHistory(.forever)
        try store.database.performChanges { changes in
            try Guild.define(in: changes, boss: .nullify, apprentices: .nullify)
        }
        return store
    }

    @discardableResult
    private func restore(
        _ id: Int64, _ store: TestStore, at commit: CommitNumber, withTargets: Bool = false,
        held: Set<Int> = []
    ) throws -> Bool {
        let state = try store.database.snapshot(at: commit)
        return try store.database.performChanges { changes in
            try changes.restore(
                .int(id), of: Guild.name, from: state, withTargets: withTargets,
                isHeld: { held.contains($1) }
            ) { steps in
                for step in steps { try changes.apply(step) }
            }
        }
    }

    @Test func `objects that are gone are listed, or restored around their circles`() throws {
        let store = try store()
        try store.database.performChanges { changes in
            try changes.add(1, boss: 2, apprentices: [1, 4, 5])
            try changes.add(2, boss: 3)
            try changes.add(3, boss: 1)
            for id in 4...5 as ClosedRange<Int64> { try changes.add(id) }
        }
        let commit = try store.database.snapshot().commit
        let all = try store.members()
        try store.database.performChanges { try $0.remove(1, 2, 3, 5) }
        let left = try store.members()
        let error = #expect(throws: StoreError.self) { try restore(1, store, at: commit) }
        #expect(error?.code == .danglingReference && error?.outcome == .notCommitted)
        let texts = [
            "2 of 'Member' (by 'boss' of the object of 'Member' with the id 1)",
            "5 of 'Member' (by 'apprentices'",
        ]
        for text in texts { #expect(error?.message.contains(text) == true) }
        #expect(error?.subject?.id == "1" && error?.subject?.attributes == ["boss"])
        #expect(try store.members() == left)
        #expect(try restore(1, store, at: commit, withTargets: true))
        #expect(try store.members() == all)
        #expect(try !restore(9, store, at: commit, withTargets: true))
    }

    @Test func `a chain of 20,000 objects is restored at once`() throws {
        let length = Int64(Scale.count(20_000, factor: max(1, Scale.factor)))
        let store = try store()
        try store.database.performChanges { changes in
            for id in 0..<length { try changes.add(id, boss: id == 0 ? nil : id - 1) }
        }
        let commit = try store.database.snapshot().commit
        try store.database.performChanges { changes in
            try changes.delete((0..<length).map { .int($0) }, from: changes.definition(Guild.name))
        }
        try restore(length - 1, store, at: commit, withTargets: true)
        #expect(try store.database.snapshot().count(Guild.name) == Int(length))
    }

    @Test func `many that are gone are not all named`() throws {
        let store = try store()
        try store.database.performChanges { changes in
            try changes.add(1, apprentices: Array(2...60))
            for id in 2...60 as ClosedRange<Int64> { try changes.add(id) }
        }
        let commit = try store.database.snapshot().commit
        try store.database.performChanges { changes in
            try changes.delete((1...60).map { .int($0) }, from: changes.definition(Guild.name))
        }
        let error = #expect(throws: StoreError.self) { try restore(1, store, at: commit) }
        #expect(error?.message.contains(", and 39 others. Restore them with it") == true)
    }

    // MARK: Against a model

    @Test(arguments: UInt64(0)..<8)
    func `any object of any state is restored as a model says`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let store = try store()
        let first = Int(try store.database.snapshot().commit.rawValue)
        var states: [Members] = [[:]]
        var counts = (refused: 0, restored: 0, more: 0)
        // Refusals are rare: some seeds have none in 200 steps.
        for _ in 0..<max(400, Scale.count(400)) {
            var present = states[states.count - 1]
            if random.oneIn(2) {
                try change(&present, store, &random)
            } else {
                let then = Int(random.next(upTo: UInt64(states.count - 1)))
                let id = Int64(random.next(upTo: 7))
                let (withTargets, held) = (random.oneIn(2), random.oneIn(3) ? Set([1]) : [])
                let expected = Self.restored(id, present, states[then], withTargets, held)
                do {
                    let isThere = try restore(
                        id, store, at: CommitNumber(UInt64(first + then)),
                        withTargets: withTargets, held: held)
                    #expect(isThere == (states[then][id] != nil))
                    let result = try #require(expected, "the model refuses \(id)")
                    counts.restored += 1
                    if result.filter({ present[$0.key] != $0.value }).count > 1 { counts.more += 1 }
                    present = result
                } catch let error as StoreError {
                    #expect(error.code == .danglingReference && expected == nil)
                    counts.refused += 1
                }
            }
            #expect(try store.members() == present.sorted { $0.key < $1.key }.map(\.value))
            if try store.database.snapshot().commit.rawValue == UInt64(first + states.count) {
                states.append(present)
            }
        }
        #expect(counts.refused > 0 && counts.restored > 5 && counts.more > 0, "\(counts)")
    }

    /// Saves and deletes members, whose references may form circles.
    private func change(
        _ present: inout Members, _ store: TestStore, _ random: inout SplitMix64
    ) throws {
        func randomID() -> Int64 { Int64(random.next(upTo: 7)) }
        if random.oneIn(2) {
            let gone = Set((0...random.next(upTo: 3)).map { _ in Value.int(randomID()) })
            _ = try store.database.performChanges { changes in
                try changes.delete(Array(gone), from: changes.definition(Guild.name))
            }
            present = present.filter { !gone.contains($0.value[0]) }.mapValues { values in
                values.enumerated().map { place, value in
                    place == 0 ? value : value.removing(gone, of: .scalar(.int64))
                }
            }
        } else {
            var saved: Members = [:]
            for _ in 0...random.next(upTo: 3) {
                let id = randomID()
                saved[id] = Guild.values(id)
            }
            let known = Array(Set(present.keys).union(saved.keys)).sorted()
            for id in saved.keys.sorted() {
                func target() -> Int64 { known[Int(random.next(upTo: UInt64(known.count - 1)))] }
                saved[id] = Guild.values(
                    id, boss: random.oneIn(3) ? nil : target(),
                    apprentices: random.oneIn(2) ? [target(), target()] : nil)
            }
            try store.database.performChanges { changes in
                for values in saved.values { try changes.save(values, in: Guild.name) }
            }
            present.merge(saved) { $1 }
        }
    }

    /// Returns the members after a restore; nil if it is refused.
    private static func restored(
        _ id: Int64, _ present: Members, _ then: Members, _ withTargets: Bool, _ held: Set<Int>
    ) -> Members? {
        guard then[id] != nil else { return present }
        var (result, next, seen) = (present, [id], Set([id]))
        while let id = next.popLast() {
            result[id] = then[id]
            for place in 1...2 {
                for target in then[id]?[place].references(as: .scalar(.int64)) ?? [] {
                    guard case .int(let target) = target else { continue }
                    let isWanted = held.contains(place) || withTargets && present[target] == nil
                    if isWanted, seen.insert(target).inserted { next.append(target) }
                }
            }
        }
        let isWhole = seen.allSatisfy { id in
            (1...2).allSatisfy { place in
                (result[id]?[place].references(as: .scalar(.int64)) ?? []).allSatisfy { target in
                    if case .int(let target) = target { result[target] != nil } else { false }
                }
            }
        }
        return isWhole ? result : nil
    }
}
