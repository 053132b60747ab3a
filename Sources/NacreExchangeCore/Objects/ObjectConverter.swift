package import NacreFormat

/// Converts the members of an object to the values of a stored entity, if nothing is lost, and
/// reports members that do not fit. `Failure` is the type of these reports.
package struct ObjectConverter<Failure: Error> {
    private let schema: StoredSchema
    /// The ordinals of the attributes that members may set, and their names.
    private let ordinals: [Int]
    private var index: NameIndex
    /// The values of attributes that no member sets.
    private let base: [Value]
    private let isUntyped: Bool
    /// Whether the store makes missing ids.
    private let makesIDs: Bool
    /// Whether each value, in the schema's order, comes from a member of the last object.
    package private(set) var isSet: [Bool]
    /// The first number of each attribute that is kept as a text inside JSON, by ordinal.
    private var numberTexts: [Int: Failure] = [:]

    /// - Parameters:
    ///   - ordinals: The ordinals of the attributes that members may set; nil for all.
    ///   - base: The values of attributes that no member sets, in the order of the schema; nil if
    ///     all are null.
    ///   - isUntyped: Whether strings are the texts of any values, as in CSV.
    ///   - makesIDs: Whether an object id may be missing.
    package init(
        _ schema: StoredSchema, setting ordinals: [Int]? = nil, base: [Value]? = nil,
        isUntyped: Bool, makesIDs: Bool
    ) {
        self.schema = schema
        self.ordinals = ordinals ?? Array(schema.attributes.indices)
        self.base = base ?? [Value](repeating: .null, count: schema.attributes.count)
        self.isUntyped = isUntyped
        self.makesIDs = makesIDs && schema.idAttribute.type == .scalar(.objectID)
        index = NameIndex(self.ordinals.map { schema.attributes[$0].name })
        isSet = []
    }

    /// Notes, with their places, on numbers whose digits JSON would lose.
    package var notes: [Failure] { numberTexts.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the values in the schema's order.
    /// - Parameters:
    ///   - former: The values of attributes that no member sets; nil for those of the initializer.
    ///   - error: Makes an error of a message and the object's place.
    package mutating func values(
        of members: [JSONMember], replacing former: [Value]? = nil, error: (String) -> Failure
    ) throws(Failure) -> [Value] {
        var values = former ?? base
        isSet = [Bool](repeating: false, count: values.count)
        index.restart()
        for member in members {
            guard let place = index.ordinal(of: member.name) else {
                throw error(unknown(member.name))
            }
            let ordinal = ordinals[place]
            guard !isSet[ordinal] else {
                throw error("'\(member.name)' occurs twice. Remove one.")
            }
            isSet[ordinal] = true
            let type = schema.attributes[ordinal].type
            guard let value = value(member.value, as: type) else {
                throw error(mismatch(schema.attributes[ordinal], member.value))
            }
            values[ordinal] = value
            if type == .json, numberTexts[ordinal] == nil { note(member, ordinal, error) }
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
        return ExactValue.value(json, as: type)
    }

    /// Returns the value of a text without a type.
    private func value(_ text: String, as type: StoredType) -> Value? {
        switch type {
        case .string: return .string(text)
        case .json: return ExactValue.value(UntypedText.parsed(text) ?? .string(text), as: type)
        case .array: return UntypedText.parsed(text).flatMap { ExactValue.value($0, as: type) }
        case .scalar(.decimal):
            // Leading zeros are digits, too.
            let isWhole = UntypedText.reasonForText(text) == nil
            return isWhole ? Value(.string(text), as: type) : nil
        case .scalar, .data:
            return Value(.string(text), as: type)
                ?? ExactValue.value(UntypedText.value(text), as: type)
        }
    }

    private mutating func note(
        _ member: JSONMember, _ ordinal: Int, _ error: (String) -> Failure
    ) {
        var json = member.value
        if isUntyped, case .string(let text) = json { json = UntypedText.parsed(text) ?? json }
        guard let number = ExactValue.numberBeyondDoubles(in: json) else { return }
        numberTexts[ordinal] = error(
            "'\(member.name)' is stored as json, whose numbers would lose digits of"
                + " \(number.prefix(40)), so this number is kept as a text.")
    }

    private func unknown(_ name: String) -> String {
        "'\(name)' is not an attribute of '\(schema.name)'. It has: "
            + "\(NameList.text(index.names)). Rename or remove it, or choose another entity."
    }

    private func mismatch(_ attribute: AttributeSchema, _ json: JSONValue) -> String {
        let takes =
            "'\(attribute.name)' of '\(schema.name)' takes \(attribute.type.name)"
            + (attribute.isNullable ? " or null" : "")
        if let number = spelledNumber(json), attribute.type.scalar?.isRounding == true {
            return "\(takes), which would lose digits of \(number.prefix(40))."
        }
        if isUntyped { return "\(takes), but a text that does not fit was found." }
        let isFraction = ValueKinds(json) == .fraction
        let found = isFraction ? "a number with a fraction or exponent" : json.kindName
        return "\(takes), but \(found) or a value out of range was found."
    }

    /// Returns the text of a number that is not an integer and not spelled as doubles are.
    private func spelledNumber(_ json: JSONValue) -> String? {
        var json = json
        if isUntyped, case .string(let text) = json { json = UntypedText.value(text) }
        guard case .number(let text) = json else { return nil }
        return text
    }
}

extension ScalarType {
    /// Whether the type holds the nearest number instead of the exact one.
    fileprivate var isRounding: Bool {
        switch self {
        case .float, .double, .date: true
        default: false
        }
    }
}
