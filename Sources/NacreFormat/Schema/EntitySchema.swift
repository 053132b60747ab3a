/// What the store knows of an entity: its attributes and which of them is the id. Schema as data:
/// it stands in the log, so that a tool can work on any store without the Swift types.
package struct EntitySchema: Sendable, Hashable {
    package let number: EntityNumber
    package let name: String
    /// In declared order; an attribute's ordinal is its place here.
    package let attributes: [AttributeSchema]
    /// The ordinal of the id attribute.
    package let idOrdinal: Int
    /// The highest attribute id that was ever given, also to an attribute that is gone.
    package let lastAttribute: AttributeID
    package let indexes: [IndexSchema]
    /// The step of its program's plan of changes that it has seen last; 0 if there is no plan. A
    /// store's is the highest of its entities'.
    package let generation: UInt32

    /// - Parameter lastAttribute: that of the attributes if left out or lower.
    package init(
        number: EntityNumber, name: String, attributes: [AttributeSchema], idOrdinal: Int,
        lastAttribute: AttributeID? = nil, indexes: [IndexSchema] = [], generation: UInt32 = 0
    ) {
        self.generation = generation
        self.indexes = indexes
        self.number = number
        self.name = name
        self.attributes = attributes
        self.idOrdinal = idOrdinal
        let present = attributes.map(\.id).max() ?? AttributeID(0)
        self.lastAttribute = max(present, lastAttribute ?? present)
    }

    package func with(generation: UInt32) -> EntitySchema {
        EntitySchema(
            number: number, name: name, attributes: attributes, idOrdinal: idOrdinal,
            lastAttribute: lastAttribute, indexes: indexes, generation: generation)
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
        var names: Set<String> = []
        for attribute in attributes {
            if attribute.name.isEmpty || attribute.name.utf8.count > Format.nameSizeMax {
                return "an attribute's name has 1 to \(Format.nameSizeMax) bytes"
            }
            if !names.insert(attribute.name).inserted {
                return "two attributes have the same name, '\(attribute.name)'"
            }
            if let problem = attribute.problem { return problem }
        }
        if !attributes.map(\.id).areDifferent {
            return "two attributes have the same number"
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
        return nil
    }

    private var idProblem: String? {
        let id = idAttribute
        if id.isNullable { return "the id attribute '\(id.name)' cannot be nullable" }
        if id.defaultValue != nil { return "the id attribute '\(id.name)' cannot have a default" }
        // Tombstones and the tree of the ids know it by its number.
        if !id.sources.isEmpty { return "the id attribute '\(id.name)' cannot continue another" }
        switch id.type {
        case .array, .json: return "a value of type \(id.type.name) cannot be an id"
        default: return nil
        }
    }
}

/// What the store knows of one attribute.
package struct AttributeSchema: Sendable, Hashable {
    /// Never reused in its entity; a rename keeps it.
    package private(set) var id: AttributeID
    package private(set) var name: String
    package let type: StoredType
    package let isNullable: Bool
    package let isUnique: Bool
    /// Whether readers keep its values together in memory, for filters, sorts and groups. No
    /// value depends on it.
    package let isColumnar: Bool
    /// The entity whose ids this attribute holds, if it is a reference.
    package private(set) var reference: String?
    /// What becomes of it when the object is deleted that it leads to, if it is a reference.
    package private(set) var deleteRule: DeleteRule
    /// What objects hold whose records are older than the attribute; nil is null. It is no value
    /// for new objects: these always bring theirs.
    package private(set) var defaultValue: Value?
    /// The names of the stages that lead to the stored type; see ``Pipeline``.
    package let pipeline: [String]
    /// The attributes that it goes on from, the newest first: it has another type than they had, or
    /// is no longer nullable.
    package private(set) var sources: [AttributeSource]
    /// Of the structs that it is a collection of, if it is one; none where that is not known.
    package private(set) var members: [MemberSchema]

    package init(
        id: AttributeID, name: String, type: StoredType, isNullable: Bool, isUnique: Bool = false,
        isColumnar: Bool = false, reference: String? = nil, deleteRule: DeleteRule = .noAction,
        defaultValue: Value? = nil, pipeline: [String] = [], sources: [AttributeSource] = [],
        members: [MemberSchema] = []
    ) {
        self.sources = sources
        self.members = members
        self.id = id
        self.name = name
        self.type = type
        self.isNullable = isNullable
        self.isUnique = isUnique
        self.isColumnar = isColumnar
        self.reference = reference
        self.deleteRule = deleteRule
        self.defaultValue = defaultValue
        self.pipeline = pipeline
    }

    /// The same attribute under another name.
    package func named(_ name: String) -> AttributeSchema {
        var copy = self
        copy.name = name
        return copy
    }

    /// The same attribute with another rule.
    package func with(deleteRule: DeleteRule) -> AttributeSchema {
        var copy = self
        copy.deleteRule = deleteRule
        return copy
    }

    /// The same, a reference to an entity of another name.
    package func with(reference: String) -> AttributeSchema {
        var copy = self
        copy.reference = reference
        return copy
    }

    /// The same with what a store knows of it.
    package func with(
        id: AttributeID, defaultValue: Value?, sources: [AttributeSource]
    ) -> AttributeSchema {
        var copy = self
        (copy.id, copy.defaultValue, copy.sources) = (id, defaultValue, sources)
        return copy
    }

    /// The same with other members.
    package func with(members: [MemberSchema]) -> AttributeSchema {
        var copy = self
        copy.members = members
        return copy
    }

    /// The value of objects whose records are older than the attribute.
    package var valueOfOlderRecords: Value { defaultValue ?? .null }

    /// Why the attribute cannot be stored, its name apart; nil if it can.
    fileprivate var problem: String? {
        if isColumnar, !type.hasOrder {
            return
                "'\(name)' is stored as \(type.name), and a column keeps values that have an order"
        }
        if !Pipeline.isSound(pipeline) {
            return "the pipeline of '\(name)' has at most \(Format.stagesMax) stages, each named by"
                + " 1 to \(Format.stageNameSizeMax) ASCII letters, digits, hyphens, points and @"
        }
        if let ruleProblem { return ruleProblem }
        if !members.isEmpty {
            if type != .json { return "'\(name)' has members and is stored as \(type.name)" }
            if let problem = MemberSchema.problem(of: members) {
                return "of the members of '\(name)', \(problem)"
            }
        }
        return defaultValue.flatMap { problem(of: $0, "default") }
    }

    /// Why a value that older records are taken to hold cannot be stored; nil if it can.
    /// - Parameter word: what the value is.
    func problem(of value: Value, _ word: String) -> String? {
        // What comes back from its JSON form is a value of the type, in its range, and exact.
        guard let json = value.jsonForm, let again = Value(json, as: type),
            !again.isNull, again.isIdentical(to: value)
        else { return "the \(word) of '\(name)' is no value of type \(type.name)" }
        guard let record = try? record(of: value),
            !type.isVariable || record.variable(0).count <= Format.inlineValueSizeMax
        else { return "the \(word) of '\(name)' has more than \(Format.inlineValueSizeMax) bytes" }
        return nil
    }

    /// A record with this attribute only, so that a value that stands in no record, as a default,
    /// can be looked at like all others. Null is possible here.
    package func record(of value: Value) throws(RecordBuilder.ValueError) -> RecordBuilder {
        let record = RecordBuilder(layoutAlone)
        try record.set([value])
        return record
    }

    /// Of such records.
    package var layoutAlone: Layout {
        let alone = AttributeSchema(id: id, name: name, type: type, isNullable: true)
        let schema = EntitySchema(
            number: EntityNumber(1), name: name, attributes: [alone], idOrdinal: 0)
        return Layout(id: LayoutID(1), of: schema)
    }
}
