package import NacreFormat

/// An index of an entity as it is declared: by the names of its attributes.
@usableFromInline
package struct NamedIndex: Sendable, Hashable {
    /// The names of the attributes, the most significant first.
    package let attributes: [String]
    /// Whether no two objects have the same values of all attributes.
    package let isUnique: Bool

    package init(_ attributes: [String], isUnique: Bool = false) {
        self.attributes = attributes
        self.isUnique = isUnique
    }

    package static func unique(_ attributes: [String]) -> NamedIndex {
        NamedIndex(attributes, isUnique: true)
    }

    func renamed(_ newName: (String) -> String) -> NamedIndex {
        NamedIndex(attributes.map(newName), isUnique: isUnique)
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
        return IndexSchema(ids, isUnique: isUnique)
    }
}

extension NamedIndex: ExpressibleByArrayLiteral {
    @usableFromInline package init(arrayLiteral names: String...) { self.init(names) }
}

extension NamedIndex: CustomStringConvertible {
    @usableFromInline package var description: String {
        (isUnique ? "unique " : "") + attributes.joined(separator: ", ")
    }
}

extension StoredSchema {
    /// The indexes, by the names of their attributes. A sound schema has an attribute for each id.
    /// An unknown id still yields a placeholder name: leaving it out would describe a different
    /// index.
    package var namedIndexes: [NamedIndex] {
        indexes.map { index in
            NamedIndex(index.attributes.map(name), isUnique: index.isUnique)
        }
    }

    private func name(of id: AttributeID) -> String {
        attributes.first { $0.id == id }?.name ?? "attribute \(id)"
    }
}
