import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Finds texts in the files of a store, whatever hides them.
@Suite struct RemnantTests {
    private typealias World = RemnantWorld

    @Test(arguments: RemnantWorld.hiding, [false, true])
    func `a hidden text is found with its object and attribute`(
        attribute: String, isLong: Bool
    ) throws {
        let store = try World.store()
        try store.database.performChanges { changes in
            for id in 0..<4 as Range<Int64> {
                let text = id == 2 ? World.secret : "nothing"
                let values = try World.object(id, attribute, text, isLong: isLong)
                try changes.insert(values, into: World.entity)
            }
        }
        #expect(store.files(with: World.secret) == [])
        for isCompacted in [false, true] {
            if isCompacted { _ = try store.database.compact() }
            let report = try store.remnants(of: World.secret)
            try #require(report.remnants.count == 1, "\(report.remnants)")
            let found = report.remnants[0]
            #expect(found.form == .decoded)
            #expect(found.entity == World.entity && found.attribute == attribute)
            #expect(found.row == 2)
            #expect(found.file.hasSuffix(".seg") && found.offset > 128)
            #expect(!report.isClean)
            #expect(report.unreadAttributes == ["Person.cipher (opaque.cipher)"])
            #expect(report.unfinishedFiles == [])
        }
        #expect(try store.remnants(of: "never stored").isClean)
    }

    @Test func `plain bytes are told with their object, or without one`() throws {
        let store = try World.store()
        try store.database.performChanges(author: "anna", note: "about Emma") { changes in
            try changes.insert(World.object(1, "name", "Emma of 4711"), into: World.entity)
        }
        let found = try store.remnants(of: "Emma").remnants
        #expect(found.map(\.form) == [.bytes, .bytes])
        #expect(found.map(\.attribute) == [nil, "name"])
        #expect(found.map(\.row) == [nil, 0])
        #expect(throws: StoreError.self) { try store.remnants(of: "") }
    }

    @Test func `a long plain value is told with its owner`() throws {
        let store = try World.store()
        let text = String(repeating: "x", count: 70_000) + World.secret
        try store.database.performChanges { changes in
            try changes.insert(World.object(1, "name", text), into: World.entity)
        }
        let found = try store.remnants(of: World.secret).remnants
        #expect(found.map(\.attribute) == ["name"])
        #expect(found.map(\.form) == [.bytes])
    }

    @Test func `numbers and other values are found by their texts`() throws {
        let store = try TestStore()
        let uuid = "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"
        try store.database.performChanges { changes in
            try changes.define(
                "Thing",
                attributes: [
                    PastSnapshotTests.attribute(1, "id", .scalar(.int64)),
                    PastSnapshotTests.attribute(2, "key", .scalar(.uuid)),
                    PastSnapshotTests.attribute(3, "sizes", .array(of: .double)),
                    PastSnapshotTests.attribute(4, "end", .scalar(.date), isNullable: true),
                ], id: "id", indexes: [["key"], ["sizes"]])
            let key = try #require(Value(.string(uuid), as: .scalar(.uuid)))
            try changes.insert(
                [.int(471_147), key, .array([.double(2), .double(0.25)]), .null], into: "Thing")
        }
        func attributes(_ text: String) throws -> [String?] {
            try store.remnants(of: text).remnants.map(\.attribute)
        }
        #expect(try attributes("471147") == ["id"])
        #expect(try attributes(uuid) == ["key"])
        #expect(try attributes("0.25") == ["sizes"])
        #expect(try attributes("0.5") == [])
        #expect(try attributes("2001-01-01T00:00:00Z") == [])
        // A tombstone keeps a number.
        try store.database.performChanges { _ = try $0.delete(.int(471_147), from: "Thing") }
        let forms = try store.remnants(of: "471147").remnants.map(\.form)
        #expect(forms == [.decoded, .key])
    }

    @Test func `the keys of a checkpoint are searched`() throws {
        let store = try World.store()
        try store.database.performChanges { changes in
            for id in 0..<300 as Range<Int64> {
                var values = try World.object(id, "name", "Emma \(id) of Bern")
                values[7] = .string("code \(id)")
                try changes.insert(values, into: World.entity)
            }
            var values = try World.object(1000, "name", "Ida")
            values[7] = .string("a code of its own")
            try changes.insert(values, into: World.entity)
        }
        try store.database.checkpoint()
        func found(_ text: String) throws -> [Remnant] {
            try store.remnants(of: text).remnants.filter { $0.file.hasSuffix(".ckp") }
        }
        #expect(try Set(found("Ida").map(\.form)) == [.key])
        #expect(try Set(found("Ida").map(\.attribute)) == ["name"])
        let beginnings = try found("Emma 77 of Bern")
        #expect(Set(beginnings.map(\.form)) == [.beginning])
        #expect(beginnings.contains { $0.row == 77 })
        #expect(try found("a code of its own").map(\.attribute) == ["code"])
        #expect(try found("1000").map(\.attribute) == ["id"])
        #expect(try found("Otto") == [])
        let report = RemnantReport(remnants: beginnings)
        #expect(report.isClean)
    }

    @Test func `a deletion is found by the hash of its id`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "User", attributes: [PastSnapshotTests.attribute(1, "login", .string)],
                id: "login")
            try changes.insert([.string("emma@example.org")], into: "User")
            try changes.insert([.string("otto@example.org")], into: "User")
        }
        try store.database.performChanges {
            _ = try $0.delete(.string("emma@example.org"), from: "User")
        }
        let found = try store.remnants(of: "emma@example.org").remnants
        #expect(found.map(\.form) == [.bytes, .key])
        #expect(found.last?.entity == "User" && found.last?.attribute == nil)
    }

    @Test func `files that no manifest names are searched`() throws {
        let store = try World.store()
        try store.database.performChanges { changes in
            try changes.insert(World.object(1, "packed", World.secret), into: World.entity)
        }
        try store.database.close()
        var files = store.files.contents(of: TestStore.path)
        let name = try #require(files.keys.first { $0.hasSuffix(".seg") })
        let bytes = try #require(files[name])
        files["0000ffff.seg"] = bytes
        // The tail begins in the middle of a segment, at a frame, and ends in the middle of one.
        files["00000001.torn"] = Array(bytes[128...])
        files["stranger"] = Array(repeating: 9, count: 33) + bytes[200...]
        let twin = RemnantSearch(
            path: TestStore.path,
            fileSystem: MemoryFileSystem(TestStore.path, files: files))
        let found = try twin.run(World.secret).remnants
        #expect(Set(found.map(\.file)) == [name, "0000ffff.seg", "00000001.torn", "stranger"])
        #expect(Set(found.map(\.attribute)) == ["packed"])
    }

    @Test func `any bytes can be searched`() throws {
        let store = try World.store()
        try store.database.performChanges { changes in
            for attribute in World.hiding {
                let id = Int64(attribute.utf8.count * 10) + Int64(attribute.utf8.first ?? 0)
                let values = try World.object(id, attribute, World.secret, isLong: id % 2 == 0)
                try changes.insert(values, into: World.entity)
            }
        }
        try store.database.checkpoint()
        let sound = store.files.contents(of: TestStore.path)
        for seed in 0..<UInt64(40) {
            var random = SplitMix64(seed: seed)
            var files = sound
            for (name, bytes) in sound where !bytes.isEmpty {
                var bytes = bytes
                for _ in 0..<Int.random(in: 1...30, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[place] = UInt8.random(in: 0...255, using: &random)
                }
                if Bool.random(using: &random) {
                    bytes.removeSubrange(0..<Int.random(in: 0..<bytes.count, using: &random))
                }
                files[name] = bytes
            }
            let search = RemnantSearch(
                path: TestStore.path, fileSystem: MemoryFileSystem(TestStore.path, files: files))
            _ = try search.run(World.secret)
        }
    }
}
