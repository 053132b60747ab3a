import NacreFormat

/// The permitted uses of attributes and the values they can be compared with. These rules apply
/// both to filters that are parsed from text and to those made as ``Filter``.
enum OperandCheck {
    /// The way in which a filter or a sort uses an attribute.
    enum Use {
        case equality, order, membership, range, textTest, sorting, reference, members
    }

    static func attribute(
        named name: String, of schema: StoredSchema
    ) throws(OperandError) -> AttributeSchema {
        if let ordinal = schema.ordinal(of: name) { return schema.attributes[ordinal] }
        throw OperandError(
            .unknownAttribute,
            "There is no attribute \(FilterText.name(name)) in \(FilterText.name(schema.name)).",
            suggestion: NameSuggestion.sentence(
                for: name, among: schema.attributes.map(\.name), spelling: FilterText.name))
    }

    /// Throws if this use of the attribute is invalid for every value.
    static func check(_ attribute: AttributeSchema, allows use: Use) throws(OperandError) {
        switch (use, attribute.type) {
        case (.equality, _), (.membership, _), (.sorting, _), (.textTest, .string): return
        case (.reference, _) where attribute.isListOfReferences:
            throw refusal(
                attribute, "and holds several references.",
                "Test whether one of them leads to the object: .contains { ... }.")
        case (.reference, _): return
        case (.members, _) where attribute.isListOfReferences: return
        case (.members, _):
            throw refusal(
                attribute, "and holds no list of references.",
                attribute.reference.map { _ in "Continue with a dot: .name." })
        case (.textTest, _):
            throw refusal(
                attribute, "and only strings have \(TextCondition.Method.list).", nil)
        case (.order, .json), (.range, .json), (.order, .array), (.range, .array):
            throw refusal(attribute, "and has no order.", "Use == or != or in [...].")
        default: return
        }
    }

    /// Throws if the stored form of two attributes does not determine how their values compare.
    static func check(
        _ attribute: AttributeSchema, _ comparison: ComparisonOperator, with other: AttributeSchema
    ) throws(OperandError) {
        var start: String { "and cannot be compared with \(FilterText.name(other.name)), " }
        guard kind(of: attribute.type) == kind(of: other.type) else {
            throw refusal(attribute, start + "which is of type \(other.type.name).", nil)
        }
        if let target = attribute.reference, let otherTarget = other.reference,
            target != otherTarget
        {
            throw refusal(
                attribute, start + "which leads to another entity, \(otherTarget).", nil)
        }
        let (staged, otherStaged) = (StagedAttribute(attribute), StagedAttribute(other))
        let keeps = comparison.isOrder ? staged?.keepsOrder : staged?.keepsEquality
        guard staged?.stages == otherStaged?.stages, keeps ?? true else {
            throw refusal(
                attribute, start + "since one of them is stored through stages.",
                "Fetch the objects, and compare their values.")
        }
    }

    /// Returns the kind of a type. Types of the same kind can be compared, and the largest of them
    /// represents the kind.
    private static func kind(of type: StoredType) -> StoredType {
        switch type {
        case .scalar(.int8), .scalar(.int16), .scalar(.int32), .scalar(.uint8), .scalar(.uint16),
            .scalar(.uint32):
            .scalar(.int64)
        case .scalar(.float): .scalar(.double)
        default: type
        }
    }

    /// Returns the value of the attribute's type that a literal denotes.
    static func value(
        of literal: FilterLiteral, for attribute: AttributeSchema
    ) throws(OperandError) -> Value {
        if case .value(let value) = literal, isOfType(value, attribute.type) { return value }
        if let digits = literal.digits {
            return try NumberLiteral(digits, attribute).value
        }
        if case .array(let element) = attribute.type, let items = literal.elements {
            return .array(try values(of: items, in: attribute, element))
        }
        guard case .value(let value) = literal else { throw mismatch(literal, attribute) }
        switch (attribute.type, value) {
        case (_, .null), (.string, .string), (.data, .data), (.scalar(.bool), .bool),
            (.scalar(.date), .date), (.scalar(.uuid), .uuid), (.scalar(.objectID), .objectID),
            (.scalar(.double), .double), (.scalar(.float), .float):
            return value
        // Without digits, only NaN and the infinities reach these cases.
        case (.scalar(.float), .double(let number)): return .float(Float(number))
        case (.scalar(.double), .float(let number)): return .double(Double(number))
        case (.scalar(.date), .double(let number)): return .date(number)
        case (.scalar(.date), .float(let number)): return .date(Double(number))
        case (_, .string(let text)), (.json, .json(let text)):
            return try Self.value(of: text, for: attribute)
        // An id that is JSON is stored as a string. Text never has JSON literals.
        case (.string, .json(let text)): return .string(text)
        default: throw mismatch(literal, attribute)
        }
    }

    /// Returns whether a number already has the type, as numbers that were never text do. False
    /// says nothing about other values.
    private static func isOfType(_ value: Value, _ type: StoredType) -> Bool {
        switch (value, type) {
        case (.int, .scalar(.int64)), (.uint, .scalar(.uint64)): true
        case (.int(let number), .scalar(.int32)): Int32(exactly: number) != nil
        case (.double(let number), .scalar(.double)): number.isFinite
        default: false
        }
    }

    /// Returns the elements of an array, converted to the stored type.
    private static func values(
        of items: [FilterLiteral], in attribute: AttributeSchema, _ type: ScalarType
    ) throws(OperandError) -> [Value] {
        let element = AttributeSchema(
            id: attribute.id, name: attribute.name, type: .scalar(type), isNullable: false)
        var values: [Value] = []
        values.reserveCapacity(items.count)
        for item in items {
            if item == .value(.null) { throw mismatch(item, element) }
            let value = try value(of: item, for: element)
            // Arrays are compared as a whole, so their elements are rounded as Swift does it.
            if type == .float, case .double(let number) = value {
                values.append(.float(Float(number)))
            } else {
                values.append(value)
            }
        }
        return values
    }

    /// Returns the value of a type whose literals are strings, since Swift has no other literals
    /// for it.
    private static func value(
        of text: String, for attribute: AttributeSchema
    ) throws(OperandError) -> Value {
        let (value, form): (Value?, String) =
            switch attribute.type {
            case .scalar(.date):
                (DateText.date(text).map { .date($0) }, "a date such as \"2024-05-17T12:30:00Z\"")
            case .scalar(.uuid):
                (
                    UUIDValue(text).map { .uuid($0) },
                    "a UUID such as \"6fa459ea-ee8a-3ca4-894e-db77e160355e\""
                )
            case .scalar(.objectID):
                (ObjectIDText.id(text).map { .objectID($0) }, "an object id of 13 characters")
            case .scalar(.decimal):
                (DecimalValue(text).map { .decimal($0) }, "a decimal such as 12.50")
            case .data: (Base64.bytes(text).map { .data($0) }, "Base64 such as \"bmFjcmU=\"")
            case .json:
                (
                    (try? JSONParser.parse(Array(text.utf8))).map { .json(json: $0) },
                    "JSON such as \"[1,2]\""
                )
            default: throw mismatch(.value(.string(text)), attribute)
            }
        guard let value else {
            throw refusal(attribute, "and this string is not one.", "Write \(form).")
        }
        return value
    }

    static func mismatch(
        _ literal: FilterLiteral, _ attribute: AttributeSchema
    ) -> OperandError {
        refusal(
            attribute, "and cannot be compared with \(literal.kind).", hint(for: attribute.type))
    }

    /// Returns a suggestion for writing a literal of the type.
    private static func hint(for type: StoredType) -> String {
        switch type {
        case .string: "Put text in double quotes, as in \"NO\"."
        case .data: "Write its bytes as Base64 in double quotes."
        case .json: "Write JSON in double quotes, as in \"[1,2]\"."
        case .array: "Write a list in brackets, as in [1, 2]."
        case .scalar(let scalar):
            switch scalar {
            case .bool: "Write true or false."
            case .float, .double, .decimal: "Write a number such as 12.5."
            case .date: "Write a date in double quotes, as in \"2024-05-17\"."
            case .uuid, .objectID: "Write it in double quotes."
            default: "Write a number such as 12."
            }
        }
    }

    static func refusal(
        _ attribute: AttributeSchema, _ reason: String, _ suggestion: String?
    ) -> OperandError {
        OperandError(
            .invalidValue,
            "\(FilterText.name(attribute.name)) is of type \(attribute.type.name) \(reason)",
            suggestion: suggestion)
    }
}
