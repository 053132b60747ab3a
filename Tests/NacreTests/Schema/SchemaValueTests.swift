import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// Types and a plan that are named once, for each way to open a store.
@Suite struct SchemaValueTests {
    private struct Level: Hashable, Storable {
        var number: Int
        struct TooHigh: Error {}
        static let transformer = Transformer<Level, Int>(
            "level", transform: { $0.number },
            reverse: { number in
                guard number < 100 else { throw TooHigh() }
                return Level(number: number)
            })
    }

    private struct Pupil: Entity, Equatable {
        let id: Int
        var level: Level
        var points: Int = 0
        static let schema = EntitySchema(
            Pupil.init, Attribute("id", \.id), Attribute("level", \.level),
            Attribute("points", \.points, default: 0))
    }

    private static let plan = SchemaPlan(
        SchemaStep(
            2, "double points",
            .rewrite("Pupil") { old, new in new["points"] = 2 * (try old["points"] ?? 0) }))

    private func withFolder(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path + "/schema-\(UUID()).nacre"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test func `a schema opens, previews, verifies and degrades, and runs its plan once`() throws {
        try withFolder { path in
            let first = Schema(Pupil.self)
            let store = try Store(at: path, first)
            try store.performChanges {
                try $0.insert(Pupil(id: 1, level: Level(number: 3), points: 5))
            }
            try store.close()
            let planned = Schema([Pupil.self], plan: Self.plan)
            #expect(try Store.schemaPreview(at: path, planned).generation == (0, 2))
            for _ in 1...2 {
                let store = try Store(at: URL(filePath: path), planned)
                #expect(try store.fetch(\.points, Pupil.all) == [10])
                try store.close()
            }
            #expect(try Store.verify(at: path, planned).isSound)
            let (rest, _) = try Store.degraded(at: path, planned)
            #expect(try rest.count(Pupil.all) == 1)
            #expect(throws: StoreError.self) { try Store(at: path, first) }
            #expect(try Store.inMemory(planned).count(Pupil.all) == 0)
        }
    }

    @Test func `verifying with a schema lists each object that its type cannot read`() throws {
        try withFolder { path in
            let store = try Store(at: path, Pupil.self)
            try store.performChanges { changes in
                for (id, level) in [(1, 5), (2, 500), (3, 7), (4, 101)] {
                    try changes.insert(Pupil(id: id, level: Level(number: level)))
                }
            }
            try store.close()
            #expect(try Store.verify(at: path).isSound)
            let report = try Store.verify(at: path, Schema(Pupil.self))
            #expect(report.defects.count == 2)
            #expect(report.defects.allSatisfy { $0.message.contains("'level' of 'Pupil'") })
            #expect(report.defects.allSatisfy { $0.offset != nil && !$0.file.isEmpty })
        }
    }

    @Test func `errors say which entity, attributes and object they are about`() throws {
        let store = try Store.inMemory(Pupil.self)
        try store.performChanges { changes in
            try changes.insert(Pupil(id: 7, level: Level(number: 500)))
        }
        func subject(_ body: () throws -> Void) -> ErrorObject? { storeError(body)?.subject }
        #expect(
            subject { _ = try store.fetch(Pupil.all) }
                == ErrorObject(entity: "Pupil", attributes: ["level"], id: "7"))
        #expect(
            subject {
                try store.performChanges {
                    _ = try $0.insert(Pupil(id: 7, level: Level(number: 1)))
                }
            } == ErrorObject(entity: "Pupil", attributes: ["id"], id: "7"))
        #expect(
            subject { _ = try store.performChanges { try $0.update(Pupil.self, 9) { _ in } } }
                == ErrorObject(entity: "Pupil", id: "9"))
        #expect(
            subject { _ = try store.fetch(Town.all) } == ErrorObject(entity: "Town"))
    }
}
