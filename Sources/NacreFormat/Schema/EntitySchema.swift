/// What the store knows of an entity: its attributes and which of them is the id. Schema as data:
/// it stands in the log, so that a tool can work on any store without the Swift types.
package struct EntitySchema: Sendable, Hashable {
    package let number: EntityNumber
    package let name: String
    /// In declared order; an attribute's ordinal is its place here.
    package let attributes: [AttributeSchema]
    /// The ordinal of the id attribute.
    package let idOrdinal: Int

    package init(
        number: EntityNumber, name: String, attributes: [AttributeSchema], idOrdinal: Int
    ) {
        self.number = number
        self.name = name
        self.attributes = attributes
        self.idOrdinal = idOrdinal
    }

    package var idAttribute: AttributeSchema { attributes[idOrdinal] }

    package func ordinal(of name: String) -> Int? {
        attributes.firstIndex { $0.name == name }
    }

    /// Why the schema cannot be stored, as a sentence; nil if it can.
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
        }
        if Set(attributes.map(\.name)).count != attributes.count {
            return "two attributes have the same name"
        }
        if Set(attributes.map(\.id)).count != attributes.count {
            return "two attributes have the same number"
        }
        return nil
    }

    private var idProblem: String? {
        let id = idAttribute
        if id.isNullable { return "the id attribute '\(id.name)' cannot be nullable" }
        switch id.type {
        case .array, .json: return "a value of type \(id.type.name) cannot be an id"
        default: return nil
        }
    }
}

/// What the store knows of one attribute.
package struct AttributeSchema: Sendable, Hashable {
    /// Never reused in its entity; a rename keeps it.
    package let id: AttributeID
    package let name: String
    package let type: StoredType
    package let isNullable: Bool
    package let isUnique: Bool
    /// The entity whose ids this attribute holds, if it is a reference.
    package let reference: String?

    package init(
        id: AttributeID, name: String, type: StoredType, isNullable: Bool, isUnique: Bool = false,
        reference: String? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.isNullable = isNullable
        self.isUnique = isUnique
        self.reference = reference
    }
}
