/// The definition of an entity: its attributes, and which of them is the id. The schema is stored
/// as data in the log, so that a tool can use any store without the Swift types.
///
/// Immutable. A class, because it is passed on often.
package final class StoredSchema: Sendable {
    package let number: EntityNumber
    package let name: String
    /// The attributes in declared order. An attribute's ordinal is its index here.
    package let attributes: [AttributeSchema]
    /// The ordinal of the id attribute.
    package let idOrdinal: Int
    /// The highest attribute id ever assigned, including removed attributes.
    package let lastAttribute: AttributeID
    /// The indexes, those with a condition last.
    package let indexes: [IndexSchema]
    /// The full-text searches.
    package let searches: [SearchSchema]
    /// The last step of its program's migration plan that it has seen; 0 if there is no plan. A
    /// store's generation is the highest one of its entities.
    package let generation: UInt32
    /// The sort, filter and rules of the program that last opened the store for writing.
    package let texts: SchemaTexts

    /// Makes a schema.
    /// - Parameter lastAttribute: The highest id ever assigned. The highest id of the attributes is
    ///   used if it is nil or lower.
    package init(
        number: EntityNumber, name: String, attributes: [AttributeSchema], idOrdinal: Int,
        lastAttribute: AttributeID? = nil, indexes: [IndexSchema] = [],
        searches: [SearchSchema] = [], generation: UInt32 = 0, texts: SchemaTexts = SchemaTexts()
    ) {
        self.searches = searches
        self.generation = generation
        self.texts = texts
        // As they are stored, so that a place among them means the same for every reader.
        self.indexes =
            indexes.filter { $0.condition == nil } + indexes.filter { $0.condition != nil }
        self.number = number
        self.name = name
        self.attributes = attributes
        self.idOrdinal = idOrdinal
        let present = attributes.map(\.id).max() ?? AttributeID(0)
        self.lastAttribute = max(present, lastAttribute ?? present)
    }

    package func with(generation: UInt32) -> StoredSchema {
        StoredSchema(
            number: number, name: name, attributes: attributes, idOrdinal: idOrdinal,
            lastAttribute: lastAttribute, indexes: indexes, searches: searches,
            generation: generation, texts: texts)
    }

    package func with(texts: SchemaTexts) -> StoredSchema {
        StoredSchema(
            number: number, name: name, attributes: attributes, idOrdinal: idOrdinal,
            lastAttribute: lastAttribute, indexes: indexes, searches: searches,
            generation: generation, texts: texts)
    }

    /// The feature bits that a program must know to write objects of this schema.
    package var requiredToWrite: UInt32 {
        let conditional = indexes.last?.condition == nil ? 0 : Format.conditionalUniqueness
        return name == Format.historyEntity ? conditional | Format.keptHistory : conditional
    }

    /// Whether the entity belongs to the store itself, and not to a program.
    package var isOwn: Bool { name.hasPrefix(Format.ownEntityPrefix) }

    package var idAttribute: AttributeSchema { attributes[idOrdinal] }

    package func ordinal(of name: String) -> Int? {
        attributes.firstIndex { $0.name == name }
    }

    /// The reason why the schema cannot be stored, as a sentence; nil if it can.
    package var problem: String? {
        if name.isEmpty || name.utf8.count > Format.nameSizeMax {
            return "an entity's name has 1 to \(Format.nameSizeMax) bytes"
        }
        if attributes.isEmpty || attributes.count > Format.attributesMax {
            return "an entity has 1 to \(Format.attributesMax) attributes"
        }
        guard attributes.indices.contains(idOrdinal) else { return "it has no id attribute" }
        if let problem = idProblem { return problem }
        for attribute in attributes {
            if attribute.name.isEmpty || attribute.name.utf8.count > Format.nameSizeMax {
                return "an attribute's name has 1 to \(Format.nameSizeMax) bytes"
            }
            if let problem = attribute.problem { return problem }
        }
        if let name = attributes.map(\.name).repeated {
            return "two attributes have the same name, '\(name)'"
        }
        if !attributes.map(\.id).areDifferent {
            return "two attributes have the same number"
        }
        if let attribute = attributes.first(where: { $0.id.rawValue == 0 }) {
            return "'\(attribute.name)' has the number 0, and attributes are numbered from 1 on"
        }
        for attribute in attributes where !attribute.sources.isEmpty {
            if let problem = attribute.sourceProblem(in: self) { return problem }
        }
        if indexes.count > Format.indexesMax {
            return "an entity has at most \(Format.indexesMax) indexes"
        }
        for (place, index) in indexes.enumerated() {
            if let problem = index.problem(among: attributes) { return problem }
            if indexes[..<place].contains(index) { return "two indexes are the same" }
        }
        return searchProblem
    }

    private var searchProblem: String? {
        if searches.count > Format.searchesMax {
            return "an entity has at most \(Format.searchesMax) searches"
        }
        for search in searches {
            if let problem = search.problem(among: attributes) { return problem }
        }
        if let name = searches.map(\.name).repeated {
            return "two searches have the same name, '\(name)'"
        }
        return nil
    }

    private var idProblem: String? {
        let id = idAttribute
        if id.isNullable { return "the id attribute '\(id.name)' cannot be nullable" }
        if id.defaultValue != nil { return "the id attribute '\(id.name)' cannot have a default" }
        // Tombstones and the id tree refer to it by its number.
        if !id.sources.isEmpty { return "the id attribute '\(id.name)' cannot continue another" }
        switch id.type {
        case .array, .json: return "a value of type \(id.type.name) cannot be an id"
        default: return nil
        }
    }
}

extension StoredSchema: Hashable {
    package static func == (first: StoredSchema, second: StoredSchema) -> Bool {
        first === second
            || first.number == second.number && first.name == second.name
                && first.attributes == second.attributes && first.idOrdinal == second.idOrdinal
                && first.lastAttribute == second.lastAttribute && first.indexes == second.indexes
                && first.searches == second.searches && first.generation == second.generation
                && first.texts == second.texts
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(name)
        hasher.combine(attributes)
    }
}
