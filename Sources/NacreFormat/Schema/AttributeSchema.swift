/// What the store knows of one attribute. Immutable; an object, because a request passes it on a
/// lot.
package final class AttributeSchema: Sendable {
    /// Never reused in its entity; a rename keeps it.
    package let id: AttributeID
    package let name: String
    package let type: StoredType
    package let isNullable: Bool
    package let isUnique: Bool
    /// Whether readers keep its values together in memory, for filters, sorts and groups. No
    /// value depends on it.
    package let isColumnar: Bool
    /// The entity whose ids this attribute holds, if it is a reference.
    package let reference: String?
    /// What becomes of it when the object is deleted that it leads to, if it is a reference.
    package let deleteRule: DeleteRule
    /// What objects hold whose records are older than the attribute; nil is null. It is no value
    /// for new objects: these always bring theirs.
    package let defaultValue: Value?
    /// The names of the stages that lead to the stored type; see ``Pipeline``.
    package let pipeline: [String]
    /// The attributes that it goes on from, the newest first: it has another type than they had, or
    /// is no longer nullable.
    package let sources: [AttributeSource]
    /// Of the structs that it is a collection of, if it is one; none where that is not known.
    package let members: [MemberSchema]

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
    package func named(_ name: String) -> AttributeSchema { copy(name: name) }

    /// The same attribute with another rule.
    package func with(deleteRule: DeleteRule) -> AttributeSchema { copy(deleteRule: deleteRule) }

    /// The same, with values of which no two are the same, or with any.
    package func with(isUnique: Bool) -> AttributeSchema { copy(isUnique: isUnique) }

    /// The same, a reference to an entity of another name.
    package func with(reference: String) -> AttributeSchema { copy(reference: reference) }

    /// The same with what a store knows of it.
    package func with(
        id: AttributeID, defaultValue: Value?, sources: [AttributeSource]
    ) -> AttributeSchema {
        copy(id: id, defaultValue: .some(defaultValue), sources: sources)
    }

    /// The same with other members.
    package func with(members: [MemberSchema]) -> AttributeSchema { copy(members: members) }

    /// The same but for what is given.
    private func copy(
        id: AttributeID? = nil, name: String? = nil, isUnique: Bool? = nil,
        reference: String? = nil, deleteRule: DeleteRule? = nil, defaultValue: Value?? = nil,
        sources: [AttributeSource]? = nil, members: [MemberSchema]? = nil
    ) -> AttributeSchema {
        AttributeSchema(
            id: id ?? self.id, name: name ?? self.name, type: type, isNullable: isNullable,
            isUnique: isUnique ?? self.isUnique, isColumnar: isColumnar,
            reference: reference ?? self.reference,
            deleteRule: deleteRule ?? self.deleteRule,
            defaultValue: defaultValue ?? self.defaultValue, pipeline: pipeline,
            sources: sources ?? self.sources, members: members ?? self.members)
    }

    /// The value of objects whose records are older than the attribute.
    package var valueOfOlderRecords: Value { defaultValue ?? .null }

    /// Why the attribute cannot be stored, its name apart; nil if it can.
    var problem: String? {
        if isColumnar, !type.hasOrder {
            return
                "'\(name)' is stored as \(type.name), and a column keeps values that have an order"
        }
        if !Pipeline.isSound(pipeline) {
            return "the pipeline of '\(name)' has at most \(Format.stagesMax) stages, each named by"
                + " 1 to \(Format.stageNameSizeMax) ASCII letters, digits, hyphens, points and @"
        }
        if !isNullable, Pipeline.isDerived(pipeline) {
            return "'\(name)' is derived and must be optional: a writer without its code leaves it"
                + " null"
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

extension AttributeSchema: Hashable {
    package static func == (first: AttributeSchema, second: AttributeSchema) -> Bool {
        first === second
            || first.id == second.id && first.defaultValue == second.defaultValue
                && first.sources == second.sources && first.isDeclared(as: second)
    }

    /// Whether another one is the same but for what only a store knows: its number, and what it is
    /// in records that are older than it.
    package func isDeclared(as other: AttributeSchema) -> Bool {
        name == other.name && type == other.type && isNullable == other.isNullable
            && isUnique == other.isUnique && isColumnar == other.isColumnar
            && reference == other.reference && deleteRule == other.deleteRule
            && pipeline == other.pipeline && members == other.members
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(name)
        hasher.combine(type)
    }
}
