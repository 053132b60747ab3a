package import NacreFormat

/// Makes the values of a stored entity from the members of an object, where that loses nothing, and
/// says what does not fit.
package struct ObjectConverter {
    private let schema: EntitySchema
    private let isUntyped: Bool
    /// Whether the store makes the ids that are missing.
    private let makesIDs: Bool
    private var index: NameIndex
    private var isSet: [Bool]

    /// - Parameters:
    ///   - isUntyped: whether strings are the text of any value, as in CSV.
    ///   - makesIDs: whether an object id may be missing.
    package init(_ schema: EntitySchema, isUntyped: Bool, makesIDs: Bool) {
        self.schema = schema
        self.isUntyped = isUntyped
        self.makesIDs = makesIDs && schema.idAttribute.type == .scalar(.objectID)
        index = NameIndex(schema.attributes.map(\.name))
        isSet = []
    }

    /// The values in the schema's order.
    /// - Parameter error: makes an error of a message and the object's place.
    package mutating func values(
        of members: [JSONMember], error: (String) -> ImportError
    ) throws(ImportError) -> [Value] {
        var values = [Value](repeating: .null, count: schema.attributes.count)
        isSet = [Bool](repeating: false, count: values.count)
        index.restart()
        for member in members {
            guard let ordinal = index.ordinal(of: member.name) else {
                throw error(unknown(member.name))
            }
            guard !isSet[ordinal] else {
                throw error("'\(member.name)' is there twice. Remove one.")
            }
            isSet[ordinal] = true
            let type = schema.attributes[ordinal].type
            guard let value = value(member.value, as: type) else {
                throw error(mismatch(schema.attributes[ordinal], member.value))
            }
            values[ordinal] = value
        }
        for (ordinal, attribute) in schema.attributes.enumerated()
        where values[ordinal].isNull && !attribute.isNullable {
            if makesIDs, ordinal == schema.idOrdinal { continue }
            throw error(
                "'\(attribute.name)' of '\(schema.name)' is "
                    + "\(isSet[ordinal] ? "null" : "missing"). It needs \(attribute.type.name) in "
                    + "every object.")
        }
        return values
    }

    private func value(_ json: JSONValue, as type: StoredType) -> Value? {
        if isUntyped, case .string(let text) = json { return value(text, as: type) }
        guard let value = Value(json, as: type) else { return nil }
        // A double beyond the range of floats must not become infinite.
        if case .float(let number) = value, number.isInfinite, json.asDouble != nil { return nil }
        return value
    }

    /// The value of a text without a type.
    private func value(_ text: String, as type: StoredType) -> Value? {
        switch type {
        case .string: return .string(text)
        case .json: return Value(UntypedText.parsed(text) ?? .string(text), as: type)
        case .array: return UntypedText.parsed(text).flatMap { Value($0, as: type) }
        case .scalar, .data:
            // As a string first: a decimal keeps digits that a number would lose.
            return Value(.string(text), as: type) ?? Value(UntypedText.value(text), as: type)
        }
    }

    private func unknown(_ name: String) -> String {
        "'\(name)' is no attribute of '\(schema.name)'. It has: "
            + "\(NameList.text(schema.attributes.map(\.name))). Rename or remove it, or choose "
            + "another entity."
    }

    private func mismatch(_ attribute: AttributeSchema, _ json: JSONValue) -> String {
        let found =
            if isUntyped {
                "a text that is none"
            } else if case .double = json {
                "a number with a fraction or exponent"
            } else {
                json.kindName
            }
        return "'\(attribute.name)' of '\(schema.name)' takes \(attribute.type.name)"
            + (attribute.isNullable ? " or null" : "") + ", and \(found) was found"
            + (isUntyped ? "." : ", or one out of range.")
    }
}
