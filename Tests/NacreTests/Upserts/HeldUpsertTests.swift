import Nacre
import Testing

/// Upserts of objects that hold others by value: the held objects are saved with them.
@Suite struct HeldUpsertTests {
    struct Author: Entity, Equatable {
        let id: String
        var name: String

        static let schema = EntitySchema(
            Author.init, Attribute("id", \.id), Attribute("name", \.name))
    }

    struct Book: Entity, Equatable {
        let id: Int
        var code: String
        var title: String?
        var author: Author?

        static let schema = EntitySchema(
            Book.init, Attribute("id", \.id), Attribute("code", \.code, .unique),
            Attribute("title", \.title), Attribute("author", \.author))
    }

    private static let anne = Author(id: "a", name: "Anne")
    private static let bo = Author(id: "b", name: "Bo")

    private static func upserted(
        _ book: Book, _ conflict: UpsertConflict<Book>
    ) throws -> (book: Book?, authors: [Author]) {
        let store = try Store.inMemory(Book.self)
        try store.performChanges { changes in
            try changes.insert(Book(id: 1, code: "x", title: "old", author: anne))
            try changes.upsert(book, on: \.code, conflict: conflict)
        }
        return (try store.find(Book.self, 1), try store.fetch(Author.all))
    }

    @Test func `an object that replaces another one brings its held objects`() throws {
        let (book, authors) = try Self.upserted(
            Book(id: 9, code: "x", title: nil, author: Self.bo), .replace)
        #expect(book == Book(id: 1, code: "x", title: nil, author: Self.bo))
        #expect(authors == [Self.anne, Self.bo])
    }

    @Test func `merging keeps nil properties and takes held objects`() throws {
        let (book, authors) = try Self.upserted(
            Book(id: 9, code: "x", title: nil, author: Self.bo), .merge)
        #expect(book == Book(id: 1, code: "x", title: "old", author: Self.bo))
        #expect(authors == [Self.anne, Self.bo])
    }

    @Test func `an object without a match is inserted with its held objects`() throws {
        let (book, authors) = try Self.upserted(
            Book(id: 9, code: "y", title: nil, author: Self.bo), .replace)
        #expect(book?.author == Self.anne)
        #expect(authors == [Self.anne, Self.bo])
    }
}
