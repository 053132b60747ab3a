import Foundation
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The indexes of a former state are made when they are first read.
@Suite struct LateTreeTests {
    private static let entity = "Town"

    /// The texts that several threads note.
    private final class Findings: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    /// A query for each of the indexes.
    private static let filters = [
        "code >= 100 && code < 200", "name == \"name 7\"", "population == 17", "height == 30",
        "population == 20 && name == \"name 40\"",
    ]
    private static let indexes: [NamedIndex] = [
        ["name"], ["population"], ["height"], ["population", "name"], .unique(["code", "name"]),
    ]

    private static func values(_ id: Int64, _ round: Int64) -> [Value] {
        [
            .int(id), .int(10 * id + round), .string("name \((id * 7 + round) % 50)"),
            .int((id + 3 * round) % 90), .int((id * 5 + round) % 80),
        ]
    }

    /// Returns a store with former states, each of which was also noted when it was the present
    /// one.
    private static func store(_ objects: Int64, rounds: Int64) throws -> (
        TestStore, states: [DatabaseSnapshot]
    ) {
        let store = try TestStore(segmentSizeNominal: 30_000)
        let database = store.database
        try database.setHistory(.forever)
        try database.performChanges { changes in
            try changes.define(
                entity,
                attributes: [
                    PastSnapshotTests.attribute(1, "id", .scalar(.int64)),
                    AttributeSchema(
                        id: AttributeID(2), name: "code", type: .scalar(.int64),
                        isNullable: false, isUnique: true),
                    PastSnapshotTests.attribute(3, "name", .string),
                    PastSnapshotTests.attribute(4, "population", .scalar(.int64)),
                    PastSnapshotTests.attribute(5, "height", .scalar(.int64)),
                ], id: "id", indexes: indexes)
            for id in 0..<objects { try changes.insert(values(id, 0), into: entity) }
        }
        var states = [try database.snapshot()]
        for round in 1...rounds {
            try database.performChanges { changes in
                for id in 0..<objects where id % 3 != round % 3 {
                    _ = try changes.delete(.int(id), from: entity)
                }
                for id in 0..<objects where (id + round) % 4 != 0 {
                    _ = try changes.save(values(id, round), in: entity)
                }
            }
            states.append(try database.snapshot())
        }
        return (store, states)
    }

    private static func query(_ filter: String, in state: DatabaseSnapshot) throws -> Query {
        Query(
            entity: entity,
            filter: try FilterParser.parse(filter, schema: state.definition(entity).schema))
    }

    private static func rows(_ filter: String, in state: DatabaseSnapshot) throws -> [[Value]] {
        try state.fetch(query(filter, in: state)).map(\.values)
    }

    /// Runs a closure on threads of their own. Dispatch has few, and other tests use them.
    private static func run(_ threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for number in 0..<threads {
            group.enter()
            Thread {
                body(number)
                group.leave()
            }.start()
        }
        group.wait()
    }

    @Test func `threads that read one former state make its indexes together`() throws {
        let (store, states) = try Self.store(3_000, rounds: 3)
        for _ in 0..<Scale.count(8) {
            for noted in states.dropLast() {
                let expected = try Self.filters.map { try Self.rows($0, in: noted) }
                let past = try store.database.snapshot(at: noted.commit)
                let findings = Findings()
                Self.run(2 * Self.filters.count) { thread in
                    let filter = thread / 2
                    do {
                        let found = try Self.rows(Self.filters[filter], in: past)
                        if found != expected[filter] { findings.add(Self.filters[filter]) }
                    } catch { findings.add("\(error)") }
                }
                #expect(findings.all == [], "commit \(noted.commit)")
                try PastSnapshotTests.checkTrees(of: past)
            }
        }
    }

    @Test func `each tree is made once, and only if it is read`() {
        let made = Findings()
        let trees = LateTrees(count: 4) { slot in
            made.add("\(slot)")
            Thread.sleep(forTimeInterval: 0.01)
            return Tree()
        }
        #expect(made.all == [])
        Self.run(12) { _ = trees.tree(1 + $0 % 3) }
        #expect(made.all.sorted() == ["1", "2", "3"])
        #expect(trees.tree(4).count == 0)
        #expect(throws: Never.self) { try trees.checkSound() }
    }

    @Test func `a find by id makes no other index, and a query only its own`() throws {
        let (store, states) = try Self.store(300, rounds: 2)
        for filter in Self.filters {
            let past = try store.database.snapshot(at: states[0].commit)
            let trees = try #require(past.version.lateTrees)
            #expect(try past.find(.int(5), in: Self.entity)?.values == Self.values(5, 0))
            #expect(try past.count(Self.entity) == 300)
            #expect(trees.madeSlots == [])
            let found = try Self.rows(filter, in: past)
            #expect(try found == Self.rows(filter, in: states[0]))
            #expect(!found.isEmpty)
            // The last filter can use three.
            #expect(1...3 ~= trees.madeSlots.count, "\(filter)")
        }
    }

    /// The ways of reading an index.
    private static let reads: [@Sendable (DatabaseSnapshot) throws -> Void] =
        filters.map { filter in { _ = try rows(filter, in: $0) } } + [
            { _ = try $0.count(query(filters[2], in: $0)) },
            { _ = try $0.find(.int(70), by: "code", in: entity) },
            { past in
                let definition = try past.definition(entity)
                let unique = definition.indexes.first { $0.isUnique && $0.kind != .unique }
                let values: [Value] = [.int(80), .string("name 6")]
                _ = try past.find(values, by: #require(unique), in: definition)
            },
        ]

    @Test func `a damaged object under an index is an error, and never an empty answer`() throws {
        for (place, read) in Self.reads.enumerated() {
            let (store, states) = try Self.store(300, rounds: 2)
            let past = try store.database.snapshot(at: states[0].commit)
            let found = try past.find(.int(7), in: past.definition(Self.entity))
            let position = try #require(found?.position)
            let name = FileName.segment(position.segment)
            try CompactionTests.flip(name, at: position.offset + 20, in: store.files)
            // Closing the store checks its files.
            defer { try? CompactionTests.flip(name, at: position.offset + 20, in: store.files) }
            let error = #expect(throws: StoreError.self, "\(place)") { try read(past) }
            #expect(error?.code == .corrupt)
            #expect(error?.file?.hasSuffix(name) == true)
            // All reads of the state throw from then on, those of others do not.
            #expect(DatabaseTests.code { _ = try past.find(.int(8), in: Self.entity) } == .corrupt)
            #expect(DatabaseTests.code { _ = try Self.rows(Self.filters[1], in: past) } == .corrupt)
            let present = try store.database.snapshot()
            #expect(try present.find(.int(8), in: Self.entity) != nil)
            let code = DatabaseTests.code {
                _ = try store.database.snapshot(at: states[0].commit)
            }
            #expect(code == .corrupt)
        }
    }

    @Test func `objects of then may share values that are unique now`() throws {
        let store = try TestStore()
        let database = store.database
        try database.setHistory(.forever)
        func define(isUnique: Bool) throws {
            try database.performChanges { changes in
                let attributes = [
                    PastSnapshotTests.attribute(1, "id", .scalar(.int64)),
                    AttributeSchema(
                        id: AttributeID(2), name: "code", type: .scalar(.int64),
                        isNullable: false, isUnique: isUnique),
                ]
                if isUnique {
                    try changes.redefine(Self.entity, attributes: attributes, indexes: [])
                } else {
                    try changes.define(Self.entity, attributes: attributes, id: "id", indexes: [])
                }
            }
        }
        try define(isUnique: false)
        try database.performChanges { changes in
            for id in 0..<4 as Range<Int64> {
                try changes.insert([.int(id), .int(7)], into: Self.entity)
            }
        }
        let shared = try database.snapshot()
        try database.performChanges { changes in
            for id in 0..<4 as Range<Int64> {
                try changes.update([.int(id), .int(id)], of: Self.entity)
            }
        }
        try define(isUnique: true)
        let past = try database.snapshot(at: shared.commit)
        let found = try Self.rows("code == 7", in: past)
        #expect(found == (0..<4).map { [.int($0), .int(7)] })
        #expect(try past.count(Self.query("code == 7", in: past)) == 4)
        try PastSnapshotTests.checkTrees(of: past)
    }
}
