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
        _ text: String, _ options: SearchQuery.Options = .strict, of schema: StoredSchema,
        _ name: String
    ) throws(OperandError) -> SearchQuery {
        let search = schema.searches.first { $0.name == name }
        let fields = search?.attributes.map { schema.name(of: $0) } ?? []
        do throws(SearchQueryError) {
            return try SearchQuery(text, options, attributes: .named(fields))
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
        let fields = try search(named: name).attributes.map { self.name(of: $0) }
        do throws(SearchQueryError) {
            return try SearchQuery(text, options, attributes: .named(fields))
        } catch {
            throw StoreError(.invalidValue, error.description)
        }
    }

    /// Returns the search with a name.
    /// - Throws: `invalidValue` if the entity has none of this name.
    func search(named name: String) throws(StoreError) -> SearchSchema {
        if let search = searches.first(where: { $0.name == name }) { return search }
        throw StoreError(.invalidValue, searchProblem(name))
    }

    func searchProblem(_ wanted: String) -> String {
        let names = searches.map(\.name)
        if names.isEmpty {
            return "'\(name)' has no full-text search. Declare one with #Search."
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
