internal import NacreFormat
package import NacreSearch

/// A full-text search as a test of an object: whether its texts match a query.
package struct SearchCondition: Sendable, Hashable {
    /// The name of the entity's search; empty for the one without a name.
    package let search: String
    package let query: SearchQuery

    package init(_ query: SearchQuery, in search: String = "") {
        self.search = search
        self.query = query
    }
}

extension SearchCondition: CustomStringConvertible {
    /// The text form, such as `search("append only")`.
    package var description: String {
        let words = FilterText.quoted(query.description, by: "\"")
        let name = search.isEmpty ? "" : FilterText.name(search) + ", "
        return Self.method + "(" + name + words + ")"
    }

    /// The name of the test in the text form.
    static let method = "search"
}

extension SearchCondition {
    /// Parses the text of a query for a search of an entity.
    /// - Parameter name: The name of the search.
    static func query(
        _ text: String, of schema: StoredSchema, _ name: String
    ) throws(OperandError) -> SearchQuery {
        do throws(SearchQueryError) {
            return try SearchQuery(text, .strict, attributes: schema.searchedAttributes(name))
        } catch {
            throw OperandError(.invalidValue, error.message, suggestion: error.suggestion)
        }
    }
}

extension StoredSchema {
    /// Parses the text of a query for one of the entity's searches.
    /// - Parameters:
    ///   - options: How the text is read.
    ///   - name: The name of the search.
    /// - Throws: `invalidValue` if there is no such search, or the text is malformed or too large.
    package func searchQuery(
        _ text: String, _ options: SearchQuery.Options = .lenient, by name: String = ""
    ) throws(StoreError) -> SearchQuery {
        guard searches.contains(where: { $0.name == name }) else {
            throw StoreError(.invalidValue, searchProblem(name))
        }
        do throws(SearchQueryError) {
            return try SearchQuery(text, options, attributes: searchedAttributes(name))
        } catch {
            throw StoreError(.invalidValue, error.description)
        }
    }

    /// Returns the names that are attributes before a colon in the text of a query.
    /// - Parameter search: The name of the search.
    fileprivate func searchedAttributes(_ search: String) -> SearchAttributes {
        let attributes = searches.first { $0.name == search }?.attributes ?? []
        return .named(attributes.map { name(of: $0) })
    }

    func searchProblem(_ wanted: String) -> String {
        let names = searches.map(\.name)
        if names.isEmpty {
            return "'\(name)' has no full-text search. Declare one with #Search, or"
                + " with 'nacre import --search'."
        }
        let known = names.map { $0.isEmpty ? "one without a name" : "'\($0)'" }
        let missing = wanted.isEmpty ? "no search without a name" : "no search '\(wanted)'"
        return "'\(name)' has \(missing). It has \(known.joined(separator: ", "))."
    }
}

extension FilterScope {
    /// Checks that the entity has the search.
    func check(_ condition: SearchCondition) throws(OperandError) {
        guard !isOfValue else {
            throw OperandError(.invalidValue, "A part of a value cannot be searched for words.")
        }
        guard schema.searches.contains(where: { $0.name == condition.search }) else {
            throw OperandError(.invalidValue, schema.searchProblem(condition.search))
        }
    }
}
