package import NacreFormat
internal import NacreText

/// A full-text search of an entity as it is declared: by the names of its attributes.
@usableFromInline
package struct NamedSearch: Sendable, Hashable {
    /// The name, which may be empty.
    package let name: String
    /// The names of the attributes.
    package let attributes: [String]
    /// The weight of each attribute for the ranking.
    package let weights: [Double]
    /// The name of the tokenizer, with its versions.
    package let tokenizer: String

    package init(
        _ name: String, _ attributes: [String], weights: [Double]? = nil, tokenizer: String
    ) {
        self.name = name
        self.attributes = attributes
        self.weights = weights ?? attributes.map { _ in 1 }
        self.tokenizer = tokenizer
    }

    /// Returns a search without a name, by the usual rules for words.
    package static func words(_ attributes: [String]) -> NamedSearch {
        NamedSearch("", attributes, tokenizer: Tokenizer.words.name.description)
    }

    func renamed(_ newName: (String) -> String) -> NamedSearch {
        NamedSearch(name, attributes.map(newName), weights: weights, tokenizer: tokenizer)
    }

    /// Returns the wanted searches. A search keeps the stored version of its tokenizer, unless the
    /// wanted one is newer: programs of two versions that open a store by turns must not change it
    /// each time.
    package static func updating(
        _ stored: [NamedSearch], to wanted: [NamedSearch]
    ) -> [NamedSearch] {
        wanted.map { search in
            guard let former = stored.first(where: { $0.name == search.name }),
                let old = TokenizerName(former.tokenizer),
                let new = TokenizerName(search.tokenizer), old.isNewer(than: new)
            else { return search }
            return NamedSearch(
                search.name, search.attributes, weights: search.weights,
                tokenizer: former.tokenizer)
        }
    }

    /// Returns the search with attribute ids in place of names.
    /// - Parameter known: The attributes in which the names are looked up.
    func schema(
        over known: [AttributeSchema], of entity: String
    ) throws(StoreError) -> SearchSchema {
        var ids: [AttributeID] = []
        for name in attributes {
            guard let attribute = known.first(where: { $0.name == name }) else {
                throw StoreError(
                    .schemaMismatch,
                    "A search of '\(entity)' names the attribute '\(name)', which does not exist."
                        + " Name a declared attribute.")
            }
            ids.append(attribute.id)
        }
        return SearchSchema(self.name, ids, weights: weights, tokenizer: tokenizer)
    }
}

extension NamedSearch: CustomStringConvertible {
    @usableFromInline package var description: String {
        let weighted = zip(attributes, weights).map { name, weight in
            weight == 1 ? name : "\(name) x \(weight)"
        }
        return (name.isEmpty ? "" : "\(name): ") + weighted.joined(separator: ", ")
            + " (\(tokenizer))"
    }
}

extension StoredSchema {
    /// The full-text searches, by the names of their attributes. An unknown id yields a placeholder
    /// name, as for ``namedIndexes``.
    package var namedSearches: [NamedSearch] {
        searches.map { search in
            NamedSearch(
                search.name, search.attributes.map(name), weights: search.weights,
                tokenizer: search.tokenizer)
        }
    }
}
