import Nacre

/// Entities of the tests of CoreValue that have ids of their own.
enum Library {
    struct Author: Hashable {
        let id: String
        var name: String
    }

    struct Article: Hashable {
        let id: Int64
        var text: String
        var author: Author?
    }

    struct Category: Hashable {
        let id: String
        var label: String
        var articles: [Article] = []

        init(id: String, label: String, articles: [Article]) {
            self.id = id
            self.label = label
            self.articles = articles
        }

        /// Makes a category whose id consists of its type and label.
        init(type: String, label: String, articles: [Article]) {
            self.init(id: "\(type)-\(label)", label: label, articles: articles)
        }
    }
}

extension Library.Author: Entity {
    static let entityName = "Author"
    static let schema = EntitySchema(
        Self.init, Attribute("id", \.id), Attribute("name", \.name))
}

extension Library.Article: Entity {
    static let entityName = "Article"
    static let schema = EntitySchema(
        Self.init, Attribute("id", \.id), Attribute("text", \.text), Attribute("author", \.author))
}

extension Library.Category: Entity {
    static let entityName = "Category"
    static let schema = EntitySchema(
        Self.init(id:label:articles:), Attribute("id", \.id), Attribute("label", \.label),
        Attribute("articles", \.articles))
}
