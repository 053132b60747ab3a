package import NacreFormat

/// An index of an entity as it is declared: by the names of its attributes.
@usableFromInline
package struct NamedIndex: Sendable, Hashable {
    /// The names of the attributes, the most significant first.
    package let attributes: [String]
    /// Whether no two objects have the same values of all attributes.
    package let isUnique: Bool
    /// The filter that objects must match to be compared; nil if all are.
    package let condition: FilterExpression?

    package init(
        _ attributes: [String], isUnique: Bool = false, where condition: FilterExpression? = nil
    ) {
        self.attributes = attributes
        self.isUnique = isUnique
        self.condition = condition
    }

    package static func unique(
        _ attributes: [String], where condition: FilterExpression? = nil
    ) -> NamedIndex {
        NamedIndex(attributes, isUnique: true, where: condition)
    }

    func renamed(_ newName: (String) -> String) -> NamedIndex {
        NamedIndex(
            attributes.map(newName), isUnique: isUnique,
            where: condition.map { $0.renamed(newName) })
    }

    /// The names of all attributes that the index needs.
    var allAttributes: Set<String> {
        Set(attributes).union(condition?.ownAttributes ?? [])
    }

    /// Returns the index with attribute ids in place of names.
    /// - Parameter known: The attributes in which the names are looked up.
    func schema(
        over known: [AttributeSchema], of entity: String
    ) throws(StoreError) -> IndexSchema {
        var ids: [AttributeID] = []
        for name in attributes {
            guard let attribute = known.first(where: { $0.name == name }) else {
                throw StoreError(
                    .schemaMismatch,
                    "An index of '\(entity)' names the attribute '\(name)', which does not exist."
                        + " Name a declared attribute.")
            }
            ids.append(attribute.id)
        }
        return IndexSchema(ids, isUnique: isUnique, where: condition?.description)
    }
}

extension NamedIndex: ExpressibleByArrayLiteral {
    @usableFromInline package init(arrayLiteral names: String...) { self.init(names) }
}

extension NamedIndex: CustomStringConvertible {
    @usableFromInline package var description: String {
        (isUnique ? "unique " : "") + attributes.joined(separator: ", ")
            + (condition.map { " where \($0)" } ?? "")
    }
}

extension StoredSchema {
    /// The indexes, by the names of their attributes. A sound schema has an attribute for each id.
    /// An unknown id still yields a placeholder name: leaving it out would describe a different
    /// index. An index whose condition cannot be parsed is left out; only a salvage meets one.
    package var namedIndexes: [NamedIndex] {
        indexes.compactMap { index in
            let names = index.attributes.map(name)
            guard let text = index.condition else {
                return NamedIndex(names, isUnique: index.isUnique)
            }
            return (try? FilterParser.parse(text, schema: self)).map { .unique(names, where: $0) }
        }
    }

    func name(of id: AttributeID) -> String {
        attributes.first { $0.id == id }?.name ?? "attribute \(id)"
    }
}
