internal import NacreEngine
public import NacreSearch

extension FieldSet where FieldsOwner: Entity {
    /// Matches objects whose texts match a query, by one of the entity's full-text searches.
    ///
    /// ```swift
    /// let open = Note.where { $0.search("append only -sql") && !$0.archived }
    /// ```
    /// - Parameters:
    ///   - words: The query as a user types it: words that must all occur, `OR`, `-word`,
    ///     `"a phrase"`, `prefix*`, `title:word`, parentheses. A malformed text searches its words.
    ///   - name: The name of the search, if the entity has several.
    public func search(_ words: String, in name: String = "") -> Filter<FieldsOwner> {
        do throws(StoreError) {
            return search(try FieldsOwner.searchQuery(words, .lenient, in: name), in: name)
        } catch {
            return Filter(.none, problem: error.message)
        }
    }

    /// Matches objects whose texts match a query, by one of the entity's full-text searches.
    /// - Parameters:
    ///   - query: The query.
    ///   - name: The name of the search, if the entity has several.
    @_disfavoredOverload
    public func search(_ query: SearchQuery, in name: String = "") -> Filter<FieldsOwner> {
        Filter(
            FilterExpression.search(SearchCondition(query, in: name))
                .reached(through: _path.references), in: _path.scope)
    }
}

extension Entity {
    /// Parses the text of a query for one of the entity's searches.
    /// - Parameter search: The name of the search.
    static func searchQuery(
        _ words: String, _ options: SearchQuery.Options, in search: String
    ) throws(StoreError) -> SearchQuery {
        do throws(SearchQueryError) {
            return try SearchQuery(words, options, attributes: searchedAttributes(search))
        } catch {
            throw StoreError(.invalidValue, error.description)
        }
    }

    /// Returns the names that are attributes before a colon in the text of a query.
    static func searchedAttributes(_ search: String) -> SearchAttributes {
        let declared = schema.searches.first { $0.name == search }?.attributes ?? []
        if !declared.isEmpty { return .named(declared) }
        return .named(schema.attributes.filter { $0.searchWeight != nil }.map(\.name))
    }
}
