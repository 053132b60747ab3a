import Foundation
import Nacre
import NacreExchange
import Testing

/// Imports of files into the entities of a program.
@Suite struct ImportTests {
    private func withFile<Result>(
        _ name: String, _ text: String, _ body: (String, URL) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "nacre-exchange-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return try body(file.path(percentEncoded: false), folder)
    }

    private func names(_ store: Store) throws -> [String] {
        try store.fetch(Town.all.sorted(\.code.ascending)).map(\.name)
    }

    @Test func `JSON Lines and CSV give the same objects`() throws {
        let lines = """
            {"id": "0000000000001", "code": "a", "name": "A", "population": 5, \
            "center": {"latitude": 1.5, "longitude": 2}, "founded": "1970-01-01T00:00:00Z"}
            {"id": "0000000000002", "code": "b", "name": "B", "population": 0, \
            "center": {"latitude": 0, "longitude": 0}}
            """
        let table = """
            id,code,name,population,center.latitude,center.longitude,founded
            0000000000001,a,A,5,1.5,2,1970-01-01T00:00:00Z
            0000000000002,b,B,0,0,0,
            """
        var results: [[Town]] = []
        for (name, text) in [("t.jsonl", lines), ("t.csv", table)] {
            let store = try Store.inMemory(Town.self)
            let report = try withFile(name, text) { path, _ in
                try store.importObjects(of: Town.self, from: path)
            }
            #expect(report.storedCount == 2 && report.failureCount == 0)
            results.append(try store.fetch(Town.all.sorted(\.code.ascending)))
        }
        #expect(results[0] == results[1])
        #expect(results[0].first?.center == Place(latitude: 1.5, longitude: 2))
    }

    @Test func `an object replaces the one with its id, or a closure decides`() throws {
        let store = try Store.inMemory(Town.self)
        let text = #"{"id": "0000000000001", "code": "a", "name": "A"}"# + "\n"
        try withFile("t.jsonl", text) { path, _ in
            try store.importObjects(of: Town.self, from: path)
            try store.importObjects(of: Town.self, from: path)
        }
        #expect(try names(store) == ["A"])
        try withFile("t.csv", "code,name\na,Other\nb,B\nc,\"\"\n") { path, _ in
            let report = try store.importObjects(of: Town.self, from: path) { changes, town in
                guard !town.name.isEmpty else { return }
                try changes.upsert(town, on: \.code)
            }
            #expect(report.storedCount == 3)
        }
        #expect(try names(store) == ["Other", "B"])
        #expect(try store.fetch(Town.where { $0.code == "a" }).first?.id.rawValue == 1)
    }

    @Test func `an error names the file and the line, and commits before it stay`() throws {
        let store = try Store.inMemory(Town.self)
        try withFile("t.csv", "code,name,population\na,A,1\nb,B,2\nc,C,x\n") { path, _ in
            var options = ImportOptions<Town>()
            options.objectsPerCommit = 1
            let error = try #require(throws: ImportError.self) {
                try store.importObjects(of: Town.self, from: path, options: options)
            }
            #expect(error.file == path && error.line == 4)
            #expect(error.message.contains("'population' of 'Town' takes int64"))
            #expect(error.message.hasSuffix("The first 2 objects stay in the store."))
        }
        #expect(try names(store) == ["A", "B"])
    }

    @Test func `rules and unique values are checked for each object`() throws {
        let store = try Store.inMemory(Town.self)
        let text = "code,name,population\na,A,1\na,B,2\nc,C,-1\nd,D\n\ne,E,5\n"
        try withFile("t.csv", text) { path, _ in
            var options = ImportOptions<Town>()
            options.onError = .collect
            let report = try store.importObjects(of: Town.self, from: path, options: options)
            #expect(report.storedCount == 2 && report.failureCount == 3)
            #expect(report.failures.map(\.line) == [3, 4, 5])
            #expect(report.failures[0].message.contains("code"))
            options.onError = .collect(upTo: 1)
            let other = try Store.inMemory(Town.self)
            let short = try other.importObjects(of: Town.self, from: path, options: options)
            #expect(short.failures.count == 1 && short.failureCount == 3)
        }
        #expect(try names(store) == ["A", "E"])
    }

    @Test func `a line that is no JSON is collected, and the next one is read`() throws {
        let store = try Store.inMemory(Town.self)
        let text = "{\"code\": \"a\", \"name\": \"A\"}\n{oops\n{\"code\": \"b\", \"name\": \"B\"}\n"
        try withFile("t.jsonl", text) { path, _ in
            var options = ImportOptions<Town>()
            options.onError = .collect
            let report = try store.importObjects(of: Town.self, from: path, options: options)
            #expect(report.failures.map(\.line) == [2])
        }
        #expect(try names(store) == ["A", "B"])
    }

    @Test func `a wrong quote stops the import, for the next record is not known`() throws {
        let store = try Store.inMemory(Town.self)
        let text = "code,name\na,A\n\"b\"x,B\nc,C\n"
        try withFile("t.csv", text) { path, _ in
            var options = ImportOptions<Town>()
            options.onError = .collect
            let error = try #require(throws: ImportError.self) {
                try store.importObjects(of: Town.self, from: path, options: options)
            }
            #expect(error.line == 3)
        }
        #expect(try names(store) == [])
    }

    @Test func `a column for a field of another entity is an error`() throws {
        let store = try Store.inMemory(Town.self, Mayor.self)
        try withFile("m.csv", "id,name,of\n1,A,B\n") { path, _ in
            var options = ImportOptions<Mayor>()
            options.read("of", into: \.town.name)
            options.ignoresUnknown = true
            let error = try #require(throws: StoreError.self) {
                try store.importObjects(of: Mayor.self, from: path, options: options)
            }
            #expect(error.code == .invalidValue)
        }
    }

    @Test func `unknown members inside of structs can be passed over`() throws {
        let store = try Store.inMemory(Town.self)
        let text = #"{"code": "a", "name": "A", "center": {"latitude": 1, "longitude": 2, "x": 3}}"#
        try withFile("t.jsonl", text) { path, _ in
            var options = ImportOptions<Town>()
            options.ignoresUnknown = true
            try store.importObjects(of: Town.self, from: path, options: options)
        }
        #expect(try store.fetch(Town.all).first?.center == Place(latitude: 1, longitude: 2))
    }

    @Test func `columns can have other names, and others can be passed over`() throws {
        let store = try Store.inMemory(Town.self)
        try withFile("t.csv", "Code;Name;Mayor\na;A;Anne\n") { path, _ in
            var options = ImportOptions<Town>()
            options.read("Code", into: \.code)
            options.read("Name", into: \.name)
            #expect(throws: ImportError.self) {
                try store.importObjects(of: Town.self, from: path, options: options)
            }
            options.ignoresUnknown = true
            try store.importObjects(of: Town.self, from: path, options: options)
        }
        #expect(try names(store) == ["A"])
    }

    @Test func `an asynchronous import reports its progress`() async throws {
        let store = try Store.inMemory(Town.self)
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appending(path: "nacre-exchange-\(UUID().uuidString).csv")
        let rows = (0..<200).map { "c\($0),N\($0)" }.joined(separator: "\n")
        try Data("code,name\n\(rows)\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let progress = Seen()
        var options = ImportOptions<Town>()
        options.objectsPerCommit = 70
        let path = file.path(percentEncoded: false)
        let report = try await store.importObjects(
            of: Town.self, from: path, options: options, progress: { progress.add($0) })
        #expect(report.storedCount == 200)
        let last = try #require(progress.all.last)
        #expect(last.objectCount == 200 && last.byteCount == last.fileSize)
        #expect(progress.all.map(\.objectCount) == [64, 128, 192, 200])
    }

    @Test func `a new store is made whole or not at all`() throws {
        try withFile("t.csv", "code,name\na,A\nb,B\nc\n") { path, folder in
            let place = folder.appending(path: "t.nacre").path(percentEncoded: false)
            var options = ImportOptions<Town>()
            options.objectsPerCommit = 1
            let error = try #require(throws: ImportError.self) {
                _ = try Store.creating(at: place, Town.self) { store in
                    try store.importObjects(of: Town.self, from: path, options: options)
                }
            }
            #expect(!error.message.contains("stay"))
            #expect(!FileManager.default.fileExists(atPath: place))
            options.onError = .collect
            let store = try Store.creating(at: place, Town.self) { store in
                try store.importObjects(of: Town.self, from: path, options: options)
                // No other program takes the directory for a store yet.
                #expect(throws: StoreError.self) {
                    _ = try Store(at: place, options: .readOnly, Town.self)
                }
            }
            #expect(try names(store) == ["A", "B"])
            try store.close()
            let again = try #require(throws: StoreError.self) {
                _ = try Store.creating(at: place, Town.self) { _ in }
            }
            #expect(again.code == .notAStore)
            let reopened = try Store(at: place, options: .readOnly, Town.self)
            #expect(try names(reopened) == ["A", "B"])
        }
    }
}

/// Reports that were received, in their order.
private final class Seen: @unchecked Sendable {
    // SAFETY: only one thread at a time reports, and the test reads after the import.
    private(set) var all: [ImportProgress] = []

    func add(_ progress: ImportProgress) { all.append(progress) }
}
