import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// Values that are unique among the objects that match a condition.
@Suite struct ConditionalUniqueTests {
    private let files = TypedStore()

    private struct Note: Entity, Equatable {
        let id: Int
        var slug: String?
        var folder: String = "a"
        var isDeleted = false
        static let schema = EntitySchema(
            Note.init, Attribute("id", \.id), Attribute("slug", \.slug),
            Attribute("folder", \.folder), Attribute("isDeleted", \.isDeleted),
            uniques: [
                UniqueTogether(\.folder, \.slug, conflict: .replace) { $0.isDeleted == false }
            ])
    }

    private func code(_ body: () throws -> Void) -> StoreError.Code? { storeError(body)?.code }

    @Test func `a value is free again when its object no longer matches the condition`() throws {
        let store = try files.open(Note.self)
        try store.performChanges { changes in
            try changes.insert(Note(id: 1, slug: "x"))
            try changes.insert(Note(id: 2, slug: "x", folder: "b"))
            try changes.insert(Note(id: 3, slug: nil))
            try changes.insert(Note(id: 4, slug: nil))
        }
        let second = Note(id: 5, slug: "x")
        let error = storeError { try store.performChanges { _ = try $0.insert(second) } }
        #expect(error?.code == .uniqueViolation)
        #expect(error?.obstacle?.id == "1")
        #expect(error?.message.contains("folder, slug") == true)
        try store.performChanges { changes in
            try changes.update(Note.self, 1) { $0.isDeleted = true }
            try changes.insert(second)
        }
        // Deleted notes may share a value; one that comes back is compared.
        try store.performChanges { try $0.insert(Note(id: 6, slug: "x", isDeleted: true)) }
        let code = code {
            try store.performChanges { _ = try $0.update(Note.self, 6) { $0.isDeleted = false } }
        }
        #expect(code == .uniqueViolation)
        // An exchange within one change is judged at its end.
        try store.performChanges { changes in
            try changes.update(Note.self, 6) { $0.isDeleted = false }
            try changes.update(Note.self, 5) { $0.isDeleted = true }
        }
        let live = Note.where { $0.isDeleted == false && $0.slug == "x" }
        #expect(try store.fetch(\.id, live) == [2, 6])
    }

    @Test func `queries do not take the index for one of all objects`() throws {
        let store = try files.open(Note.self)
        try store.performChanges { changes in
            for id in 0..<300 {
                try changes.insert(
                    Note(id: id, slug: "s\(id / 3)", isDeleted: id % 3 != 0))
            }
        }
        let request = Note.where { $0.folder == "a" && $0.slug == "s7" }
        #expect(try store.fetch(\.id, request) == [21, 22, 23])
        #expect(try request.explain(in: store).indexes.isEmpty)
        #expect(
            try store.fetch(\.id, Note.all.sorted(\.folder.ascending, \.slug.ascending)).count
                == 300)
    }

    @Test func `an upsert meets only objects that match the condition`() throws {
        let store = try files.open(Note.self)
        try store.performChanges { changes in
            try changes.insert(Note(id: 1, slug: "x", isDeleted: true))
            // The deleted note is not met.
            try changes.save(Note(id: 2, slug: "x"))
            let met = try changes.save(Note(id: 3, slug: "x", folder: "a"))
            #expect(met.id == 2)
            // A deleted note meets none.
            let added = try changes.save(Note(id: 4, slug: "x", isDeleted: true))
            #expect(added.id == 4)
            let found = try changes.upsert(
                Note(id: 9, slug: "x"), on: \.folder, \.slug, conflict: .keepExisting)
            #expect(found.id == 2)
        }
        #expect(try store.fetch(\.id, Note.all) == [1, 2, 4])
    }

    @Test func `the condition is kept through reopening, checkpoints and compaction`() throws {
        do {
            let store = try files.open(Note.self)
            try store.performChanges { changes in
                for id in 0..<400 {
                    try changes.insert(Note(id: id, slug: "s\(id / 2)", isDeleted: id % 2 == 1))
                }
            }
            try store.compact()
            try store.close()
        }
        for round in 0..<3 {
            let store = try files.open(Note.self)
            #expect(
                code { try store.performChanges { try $0.insert(Note(id: 999, slug: "s3")) } }
                    == .uniqueViolation)
            try store.performChanges { changes in
                try changes.insert(Note(id: 1_000 + round, slug: "s3", isDeleted: true))
            }
            try store.close()
        }
        try files.checkIntegrity()
        let report = try IntegrityChecker(
            path: TestStore.path, isDeep: true, fileSystem: files.files
        ).run()
        #expect(report.defects.map(\.description) == [])
    }

    @Test func `a store with objects that share a value cannot get the condition`() throws {
        struct Plain: Entity {
            let id: Int
            var slug: String?
            var folder: String
            var isDeleted: Bool
            static let entityName = "Note"
            static let schema = EntitySchema(
                Plain.init, Attribute("id", \.id), Attribute("slug", \.slug),
                Attribute("folder", \.folder), Attribute("isDeleted", \.isDeleted))
        }
        let store = try files.open(Plain.self)
        try store.performChanges { changes in
            for id in 1...3 {
                try changes.insert(
                    Plain(id: id, slug: "x", folder: "a", isDeleted: id == 3))
            }
        }
        try store.close()
        #expect(code { _ = try files.open(Note.self) } == .uniqueViolation)
        let again = try files.open(Plain.self)
        try again.performChanges { try $0.delete(Plain.self, 2) }
        try again.close()
        let open = try files.open(Note.self)
        #expect(
            code { try open.performChanges { try $0.insert(Note(id: 7, slug: "x")) } }
                == .uniqueViolation)
    }

    @Test func `a condition of other objects or parts of values is refused`() throws {
        struct Wrong: Entity {
            let id: Int
            var slug: String
            var tags: [String]
            static let schema = EntitySchema(
                Wrong.init, Attribute("id", \.id), Attribute("slug", \.slug),
                Attribute("tags", \.tags),
                uniques: [UniqueTogether(\.slug) { $0.tags.contains("x") }])
        }
        let error = storeError { try Store.inMemory(Wrong.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("condition") == true)
    }

    @Test func `each segment says that writers must know the condition`() throws {
        let store = try files.open(Note.self)
        func bits() throws -> UInt8? {
            let segments = files.files.contents(of: TestStore.path)
                .filter { $0.key.hasSuffix(".seg") }.sorted { $0.key < $1.key }
            return segments.last?.value[16]
        }
        try store.performChanges { try $0.insert(Note(id: 1, slug: "x")) }
        #expect(try bits() == 1)
        for id in 2..<40 {
            let slug = String(long: "s\(id)", count: 20_000)
            try store.performChanges { try $0.insert(Note(id: id, slug: slug)) }
        }
        try store.close()
        let again = try files.open(Note.self)
        try again.performChanges { try $0.insert(Note(id: 99, slug: "y")) }
        #expect(try bits() == 1)
    }
}
