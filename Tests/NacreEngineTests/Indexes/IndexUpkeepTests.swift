import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The trees of indexes match the contents of the objects after any operation.
@Suite struct IndexUpkeepTests {
    private static let entity = "Thing"
    private static let attributes = [
        AttributeSchema(
            id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
        AttributeSchema(id: AttributeID(2), name: "name", type: .string, isNullable: true),
        AttributeSchema(id: AttributeID(3), name: "size", type: .scalar(.int32), isNullable: true),
        AttributeSchema(
            id: AttributeID(4), name: "code", type: .string, isNullable: true, isUnique: true),
    ]
    private static let allIndexes =
        [
            ["name"], ["size"], ["size", "name"], ["name", "id"], .unique(["size", "id"]),
        ] as [NamedIndex]

    private static func define(_ indexes: [NamedIndex], in changes: Changes) throws {
        try changes.define(entity, attributes: attributes, id: "id", indexes: indexes)
    }

    private static func values(_ id: Int64, _ name: String?, _ size: Int64?) -> [Value] {
        [
            .int(id), name.map { .string($0) } ?? .null, size.map { .int($0) } ?? .null,
            .string("code \(id)"),
        ]
    }

    /// Returns the entries of a tree as the objects determine them.
    private static func expected(
        _ index: IndexDefinition, _ source: some RecordSource
    ) throws -> [TreeEntry] {
        let definition = try source.definition(entity)
        var entries: [TreeEntry] = []
        try source.forEach(in: definition) { found in
            let values = try source.values(of: found, schema: definition.schema)
            let parts = index.ordinals.map { values[$0] }
            if let key = index.key(of: parts, source.idKey) {
                entries.append(TreeEntry(key: key, row: found.row.rawValue))
            }
            return true
        }
        return entries.sorted()
    }

    private static func checkTrees(_ source: some RecordSource) throws {
        for index in try source.builtIndexes(of: source.definition(entity)) {
            var entries: [TreeEntry] = []
            source.tree(index.slot).forEach { entry in
                entries.append(entry)
                return true
            }
            try requireEqual(entries, try expected(index, source), "index of \(index.name)")
        }
    }

    fileprivate enum Step: Sendable, CustomStringConvertible {
        case save(Int64, String?, Int64?)
        case delete(Int64)
        case failingPart(Int64)
        case commit
        case reopen
        case compact
        case build
        case checkpoint
        case redefine([NamedIndex])

        var description: String {
            switch self {
            case .save(let id, let name, let size): "save \(id) \(name ?? "-") \(size ?? -1)"
            case .delete(let id): "delete \(id)"
            case .failingPart(let id): "failing part \(id)"
            case .commit: "commit"
            case .reopen: "reopen"
            case .compact: "compact"
            case .build: "build"
            case .checkpoint: "checkpoint"
            case .redefine(let indexes): "redefine \(indexes)"
            }
        }
    }

    private static let step = Generator<Step> { choices throws(Rejection) in
        let id = Generator<Int64>.integer(in: 0...20)
        switch try choices.draw(upTo: 18) {
        case 0...8:
            let name = Generator<String?>.oneOf(
                .just(nil), .element(of: ["a", "b", "abcdefgh", "abcdefgi", "e\u{301}"]))
            let size = Generator<Int64?>.element(of: [nil, -2, -1, 0, 1, 2])
            return .save(
                try choices.draw(id), try choices.draw(name), try choices.draw(size))
        case 9, 10: return .delete(try choices.draw(id))
        case 11: return .failingPart(try choices.draw(id))
        case 12: return .reopen
        case 13: return .compact
        case 14:
            let kept = try choices.draw(Generator<[Bool]>.array(of: .bool(), count: 5...5))
            return .redefine(zip(allIndexes, kept).filter(\.1).map(\.0))
        case 15: return .build
        case 16: return .checkpoint
        default: return .commit
        }
    }

    /// - Parameter indexBuildMax: 0 to have every added index built later.
    @Test(arguments: [nil, 0])
    func `trees contain the entries of the objects`(indexBuildMax: Int?) {
        property("upkeep", runs: 60, .array(of: Self.step, count: 0...40)) { steps in
            let store = try TestStore { $0.indexBuildMax = indexBuildMax }
            try store.database.performChanges { try Self.define(Self.allIndexes, in: $0) }
            var part: [Step] = []
            for step in steps + [.commit] {
                guard step.isEnd else {
                    part.append(step)
                    continue
                }
                try store.database.performChanges { changes in
                    for step in part { try Self.run(step, in: changes) }
                    try Self.checkTrees(changes)
                }
                part.removeAll()
                try Self.end(step, store)
                try Self.checkTrees(try store.database.snapshot())
            }
            try store.database.checkpoint()
            try Self.checkAllBuilt(store)
            try store.reopen()
            try Self.checkTrees(try store.database.snapshot())
            try store.checkIntegrity()
        }
    }

    private static func end(_ step: Step, _ store: TestStore) throws {
        switch step {
        case .reopen: try store.reopen()
        case .compact: _ = try store.database.compact()
        case .build:
            try store.database.buildIndexes()
            try checkAllBuilt(store)
        case .checkpoint:
            try store.database.checkpoint()
            try checkAllBuilt(store)
        default: break
        }
    }

    private static func checkAllBuilt(_ store: TestStore) throws {
        let snapshot = try store.database.snapshot()
        try require(snapshot.version.unbuilt.isEmpty, "all indexes are built")
    }

    private static func run(_ step: Step, in changes: Changes) throws {
        switch step {
        case .save(let id, let name, let size):
            try changes.save(values(id, name, size), in: entity)
        case .delete(let id): try changes.delete(.int(id), from: entity)
        case .failingPart(let id):
            try? changes.savepoint {
                try changes.save(values(id, "x", 9), in: entity)
                try changes.delete(.int(id ^ 1), from: entity)
                throw PropertyFailure("on purpose")
            }
        case .redefine(let indexes):
            try changes.redefine(entity, attributes: attributes, indexes: indexes)
        case .commit, .reopen, .compact, .build, .checkpoint: break
        }
    }

    @Test func `an index is added and removed without a new layout, and survives opening`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try Self.define([], in: changes)
                for id in 0..<300 {
                    try changes.save(Self.values(Int64(id), "n", nil), in: Self.entity)
                }
            }
            let layout = try store.database.snapshot().definition(Self.entity).layout?.id
            try store.database.performChanges {
                try $0.redefine(Self.entity, attributes: Self.attributes, indexes: [["name"]])
            }
            let definition = try store.database.snapshot().definition(Self.entity)
            #expect(definition.layout?.id == layout)
            #expect(definition.indexes.map(\.name) == ["code", "name"])
            try store.reopen()
            try Self.checkTrees(try store.database.snapshot())
            try store.database.performChanges {
                try $0.redefine(Self.entity, attributes: Self.attributes, indexes: [])
            }
            #expect(try store.database.snapshot().definition(Self.entity).indexes.count == 1)
            try store.reopen()
            #expect(try store.database.snapshot().definition(Self.entity).indexes.count == 1)
        }
    }

    @Test(
        arguments: [
            [["nothing"]], [["name"], ["name"]], [["name", "name"]], [[]], [.unique(["name"])],
            [.unique(["name", "size"]), .unique(["name", "size"])],
        ] as [[NamedIndex]])
    func `an invalid index is refused with a message`(indexes: [NamedIndex]) throws {
        try withStore { store in
            #expect(
                DatabaseTests.code {
                    try store.database.performChanges { try Self.define(indexes, in: $0) }
                } == .schemaMismatch)
        }
    }
}

extension IndexUpkeepTests.Step {
    /// Whether it comes between two commits.
    fileprivate var isEnd: Bool {
        switch self {
        case .commit, .reopen, .compact, .build, .checkpoint: true
        default: false
        }
    }
}
