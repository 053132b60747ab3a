import Foundation
import Nacre
import NacreExchange
import Testing

// snippet: exchange-codable-model
@Entity struct Drawer: Codable {
    let id: String
    var room: String = "hall"
    @Relationship(inverse: \Sheet.drawer) var sheets: ToMany<Sheet>
}

@Entity struct Sheet: Codable {
    let id: String
    var drawer: Ref<Drawer>?
}

struct DrawerContents: Encodable {
    let drawer: Drawer
    let sheets: [Sheet]
}
// end snippet

/// Runs the code of the guide to JSON and imports.
@Suite struct ExchangeGuideTests {
    private let store: Store

    init() throws {
        store = try Store.inMemory(Author.self, Book.self, Club.self, Drawer.self, Sheet.self)
    }

    @Test func `JSON of objects works as the guide shows`() throws {
        let emma = try store.performChanges { changes in
            let austen = try changes.insert(Author(id: "austen", name: "Jane Austen", born: nil))
            return try changes.insert(
                Book(isbn: "978-0", title: "Emma", author: Ref(austen), genre: .novel, pages: 474))
        }
        // snippet: exchange-json
        let json = try store.json(Book.self)
        let text = try json.text(of: emma)
        let copy = try json.object(from: text)
        let list = try json.text(of: store.fetch(Book.all))
        // end snippet
        #expect(copy == emma && list == "[\(text)]")
        // snippet: exchange-merge
        try store.performChanges { changes in
            try changes.update(Book.self, emma.id) { book in
                try json.merge(#"{"pages": 480}"#, into: &book)
            }
        }
        // end snippet
        #expect(try store.find(emma.id)?.pages == 480)
        // snippet: exchange-only
        let shown = try store.json(Author.self, only: [\.id, \.name])
        // end snippet
        let author = try #require(try store.find(Author.self, "austen"))
        #expect(try shown.text(of: author) == #"{"id":"austen","name":"Jane Austen"}"#)
    }

    @Test func `Codable entities with another side work as the guide shows`() throws {
        let drawer = try store.performChanges { changes in
            let drawer = try changes.insert(Drawer(id: "d"))
            try changes.insert(Sheet(id: "f", drawer: Ref(drawer)))
            return drawer
        }
        // snippet: exchange-codable
        let contents = DrawerContents(drawer: drawer, sheets: try store.fetch(drawer.sheets))
        let text = String(decoding: try JSONEncoder().encode(contents), as: UTF8.self)
        // end snippet
        #expect(text.contains(#""id":"d""#) && text.contains(#""drawer":{"id":"d"}"#))
        let plain = Data(#"{"id": "d"}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Drawer.self, from: plain) }
        #expect(try store.json(Drawer.self).object(from: plain).room == "hall")
    }

    @Test func `imports work as the guide shows`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "authors.csv").path
        try Data("id,Full name\nausten,Jane Austen\neliot\n".utf8)
            .write(to: URL(filePath: path))
        // snippet: exchange-import
        var options = ImportOptions<Author>()
        options.read("Full name", into: \.name)
        options.onError = .collect
        let report = try await store.importObjects(of: Author.self, from: path, options: options) {
            print("\($0.objectCount) objects, \($0.byteCount) of \($0.fileSize ?? 0) bytes")
        }
        for failure in report.failures { print(failure) }
        // end snippet
        #expect(report.storedCount == 1 && report.failures.map(\.line) == [3])
        try Data("id,name\nausten,Jane Austen\n".utf8).write(to: URL(filePath: path))
        let target = folder.appending(path: "library.nacre").path
        // snippet: exchange-creating
        let library = try await Store.creating(at: target, Author.self, Book.self) { store in
            try await store.importObjects(of: Author.self, from: path)
        }
        // end snippet
        #expect(try library.count(Author.all) == 1)
    }
}
