import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// A store with derived attributes, kept as files in Golden: the program that wrote it, one whose
/// code computes other values, and one that no longer derives anything.
@Suite struct DerivedGoldenTests {
    private struct First: Entity, Equatable {
        static let entityName = "Contact"
        let id: Int
        var name: String
        static let schema = EntitySchema(
            First.init, Attribute("id", \.id), Attribute("name", \.name),
            derived: [Derived("key", \.key, .indexed), Derived("size", \.size, .columnar)])
        var key: String { name.lowercased() }
        var size: Int { name.count }
    }

    /// The reversed derivation, with another version.
    private struct Second: Entity, Equatable {
        static let entityName = "Contact"
        let id: Int
        var name: String
        static let schema = EntitySchema(
            Second.init, Attribute("id", \.id), Attribute("name", \.name),
            derived: [
                Derived("key", \.key, version: 2, .indexed), Derived("size", \.size, .columnar),
            ])
        var key: String { String(name.lowercased().reversed()) }
        var size: Int { name.count }
    }

    private struct Plain: Entity, Equatable {
        static let entityName = "Contact"
        let id: Int
        var name: String
        static let schema = EntitySchema(
            Plain.init, Attribute("id", \.id), Attribute("name", \.name))
    }

    private static let names = ["Bo", "Anne", "Cleo"]

    private static func open(
        _ type: any Entity.Type, in files: MemoryFileSystem
    ) throws -> Store {
        try Store(
            at: TestStore.path, Store.Options(), [type], fileSystem: files,
            environment: .repeatable())
    }

    private static func golden() throws -> MemoryFileSystem {
        MemoryFileSystem(TestStore.path, files: try GoldenFolder("derived").files())
    }

    @Test(.enabled(if: GoldenFolder.isWriting))
    func `write the golden store of derived attributes`() throws {
        let files = MemoryFileSystem()
        let store = try Self.open(First.self, in: files)
        try store.performChanges { changes in
            for (id, name) in Self.names.enumerated() {
                try changes.insert(First(id: id, name: name))
            }
        }
        try store.close()
        try GoldenFolder("derived").write(files.contents(of: TestStore.path))
    }

    @Test func `V43 derived values are found without being computed again`() throws {
        let files = try Self.golden()
        let store = try Self.open(First.self, in: files)
        #expect(try store.snapshot().commitNumber == 2)
        #expect(try store.fetch(\.id, First.where { $0.key == "anne" }) == [1])
        // Only an index can answer this.
        #expect(try store.rank(of: "bo", First.self, \.key) == 1)
        #expect(try store.fetch(\.name, First.all.sorted(\.key.ascending)) == Self.names.sorted())
        #expect(try store.fetch(\.id, First.where { $0.size == 4 }) == [1, 2])
    }

    @Test func `derived code of another version recomputes stored values`() throws {
        let files = try Self.golden()
        let store = try Self.open(Second.self, in: files)
        #expect(try store.count(Second.where { $0.key == "anne" }) == 0)
        #expect(try store.fetch(\.id, Second.where { $0.key == "enna" }) == [1])
        #expect(try store.fetch(\.id, Second.where { $0.size == 4 }) == [1, 2])
    }

    @Test func `a program without derived attributes reads the others`() throws {
        let files = try Self.golden()
        let store = try Self.open(Plain.self, in: files)
        #expect(try store.fetch(\.name, Plain.all) == Self.names)
    }
}
