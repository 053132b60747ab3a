/// The definition of one attribute. Immutable. A class, because it is passed on often.
package final class AttributeSchema: Sendable {
    /// The id. It is never reused in its entity, and a rename keeps it.
    package let id: AttributeID
    package let name: String
    package let type: StoredType
    package let isNullable: Bool
    package let isUnique: Bool
    /// Whether readers keep its values together in memory, for filters, sorts and groups. Values do
    /// not depend on it.
    package let isColumnar: Bool
    /// The entity whose ids this attribute holds, if it is a reference.
    package let reference: String?
    /// The effect on the reference when its target is deleted, if it is a reference.
    package let deleteRule: StoredDeleteRule
    /// The value of objects whose records are older than the attribute; nil means null. It does not
    /// apply to new objects, which always provide a value.
    package let defaultValue: Value?
    /// The names of the stages that lead to the stored type; see ``Pipeline``.
    package let pipeline: [String]
    /// The attributes that it continues, the newest first. It has another type than they had, or is
    /// no longer nullable.
    package let sources: [AttributeSource]
    /// The members of the structs in a collection; empty if it is none or they are unknown.
    package let members: [MemberSchema]

    package init(
        id: AttributeID, name: String, type: StoredType, isNullable: Bool, isUnique: Bool = false,
        isColumnar: Bool = false, reference: String? = nil,
        deleteRule: StoredDeleteRule = .noAction,
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

    /// Returns the attribute with another name.
    package func named(_ name: String) -> AttributeSchema { copy(name: name) }

    /// Returns the attribute with another delete rule.
    package func with(deleteRule: StoredDeleteRule) -> AttributeSchema {
        copy(deleteRule: deleteRule)
    }

    /// Returns the attribute with or without a uniqueness constraint.
    package func with(isUnique: Bool) -> AttributeSchema { copy(isUnique: isUnique) }

    /// Returns the attribute as a reference to an entity of another name.
    package func with(reference: String) -> AttributeSchema { copy(reference: reference) }

    /// Returns the attribute with the properties that only a store knows.
    package func with(
        id: AttributeID, defaultValue: Value?, sources: [AttributeSource]
    ) -> AttributeSchema {
        copy(id: id, defaultValue: .some(defaultValue), sources: sources)
    }

    /// Returns the attribute with other members.
    package func with(members: [MemberSchema]) -> AttributeSchema { copy(members: members) }

    /// Returns a copy with some properties replaced.
    private func copy(
        id: AttributeID? = nil, name: String? = nil, isUnique: Bool? = nil,
        reference: String? = nil, deleteRule: StoredDeleteRule? = nil, defaultValue: Value?? = nil,
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

    /// The reason why the attribute cannot be stored, apart from its name; nil if it can.
    var problem: String? {
        if isColumnar, !type.hasOrder {
            return
                "'\(name)' is stored as \(type.name), which has no order that a column needs"
        }
        if !Pipeline.isSound(pipeline) {
            return "the pipeline of '\(name)' must have at most \(Format.stagesMax) stages, each"
                + " with a name of 1 to \(Format.stageNameSizeMax) ASCII letters, digits, hyphens,"
                + " points and @"
        }
        if !isNullable, Pipeline.isDerived(pipeline) {
            return "'\(name)' is derived and must be optional: a program without the code that"
                + " computes it stores null"
        }
        if let ruleProblem { return ruleProblem }
        if !members.isEmpty {
            if type != .json { return "'\(name)' has members, but is stored as \(type.name)" }
            if let problem = MemberSchema.problem(of: members) {
                return "in the members of '\(name)', \(problem)"
            }
        }
        return defaultValue.flatMap { problem(of: $0, "default") }
    }

    /// Returns the reason why a value for older records cannot be stored; nil if it can.
    /// - Parameter word: The purpose of the value, for the message.
    func problem(of value: Value, _ word: String) -> String? {
        // A value that survives its JSON form is of the type, in its range, and exact.
        guard let json = value.jsonForm, let again = Value(json, as: type),
            !again.isNull, again.isIdentical(to: value)
        else { return "the \(word) of '\(name)' is not a value of type \(type.name)" }
        guard let record = try? record(of: value),
            !type.isVariable || record.variable(0).count <= Format.inlineValueSizeMax
        else { return "the \(word) of '\(name)' has more than \(Format.inlineValueSizeMax) bytes" }
        return nil
    }

    /// Returns a record with only this attribute, so that a value outside of records, such as a
    /// default, can be handled like stored ones. Null is allowed here.
    package func record(of value: Value) throws(RecordBuilder.ValueError) -> RecordBuilder {
        let record = RecordBuilder(layoutAlone)
        try record.set([value])
        return record
    }

    /// The layout of the records that `record(of:)` returns.
    package var layoutAlone: Layout {
        let alone = AttributeSchema(id: id, name: name, type: type, isNullable: true)
        let schema = StoredSchema(
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

    /// Whether another attribute is equal except for the properties that only a store knows: its
    /// id, and its values in older records.
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
