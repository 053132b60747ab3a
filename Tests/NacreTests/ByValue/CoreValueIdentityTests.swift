import Nacre
import Testing

/// The tests of CoreValue about objects with ids of their own. Integer arguments are the numbers of
/// these tests in CoreValue's suite.
@Suite struct CoreValueIdentityTests {
    private typealias Author = Library.Author
    private typealias Article = Library.Article
    private typealias Category = Library.Category

    private let store: Store

    init() throws { store = try Store.inMemory(Category.self) }

    private func save(_ categories: Category...) throws {
        try store.performChanges { changes in
            for category in categories { try changes.save(category) }
        }
    }

    private func articles(_ ids: Int64..., author: String? = nil) -> [Article] {
        ids.map { id in
            Article(
                id: id, text: "t\(id)", author: author.map { Author(id: "hbx31", name: $0) })
        }
    }

    @Test func `V23 saving twice gives one category of three articles`() throws {
        let category = Category(type: "sport", label: "football", articles: articles(1, 2, 3))
        try save(category)
        try save(category)
        #expect(try store.fetch(Category.all) == [category])
        #expect(try store.count(Article.all) == 3)
    }

    @Test func `V23 another id is another object, and an equal id is the same object`() throws {
        try save(Category(type: "sport", label: "football", articles: articles(1)))
        try save(Category(type: "sport", label: "curling", articles: articles(1)))
        #expect(try store.fetch(\.label, Category.all) == ["curling", "football"])
        try save(Category(id: "sport-curling", label: "bowling", articles: []))
        #expect(try store.fetch(\.label, Category.all) == ["bowling", "football"])
        #expect(try store.count(Article.all) == 1)
    }

    @Test func `the last of several holders updates an object, each in its own order`() throws {
        try save(
            Category(type: "sport", label: "football", articles: articles(1, 2, author: "hbx")))
        try save(
            Category(type: "sport", label: "football", articles: articles(1, 3, author: "Kafka")),
            Category(type: "sport", label: "hockey", articles: articles(3, 2)))
        let found = try store.fetch(Category.all)
        #expect(found.map { $0.articles.map(\.id) } == [[1, 3], [3, 2]])
        #expect(try store.fetch(Author.all) == [Author(id: "hbx31", name: "Kafka")])
        // The article that was saved last has no author, and the other category shows the same
        // object.
        #expect(found[0].articles[1].author == nil)
    }

    @Test func `the last of two articles with one id in an array wins`() throws {
        var twice = articles(1, 2, 1)
        twice[2].text = "last"
        let category = Category(type: "a", label: "b", articles: twice)
        try save(category)
        #expect(category.articles.map(\.text) == ["t1", "t2", "last"])
        let read = try #require(try store.find(Category.self, category.id))
        #expect(read.articles.map(\.text) == ["last", "t2", "last"])
    }

    @Test(arguments: [34, 35])
    func `fifty categories of twenty-five articles are read back`(_ number: Int) throws {
        let categories = (0..<50).map { place in
            Category(
                type: "t", label: "\(1000 + place)",
                articles: (0..<25).map { Article(id: Int64(place * 25 + $0), text: "") })
        }
        try store.performChanges { changes in
            if number == 35 {
                try changes.upsert(contentsOf: categories)
            } else {
                for category in categories { try changes.save(category) }
            }
        }
        #expect(try store.fetch(Category.all) == categories)
        #expect(try store.count(Article.all) == 1250)
    }

    @Test func `an array in another order is another value`() throws {
        var category = Category(type: "a", label: "b", articles: articles(1, 2, 3))
        try save(category)
        category.articles.reverse()
        try save(category)
        #expect(try store.find(Category.self, category.id)?.articles.map(\.id) == [3, 2, 1])
    }

    @Test func `ids above 32 bits are distinct`() throws {
        let far = articles(1, 1 + 1 << 32, 1 + 1 << 33)
        try save(Category(type: "a", label: "b", articles: far))
        #expect(try store.fetch(Article.all) == far)
    }
}
