import NacreFormat

/// The meaning of names in a filter: the attributes of an entity or, inside a value, that value,
/// which is named `$0`. It also gives access to the entities that references lead to.
struct FilterScope: Sendable {
    let schema: StoredSchema
    let entities: EntityFinder
    /// The innermost braces. Nil as long as no step has led to another object. It would then be
    /// that of `schema`.
    private let closure: Closure?
    /// The number of references that led here.
    private let hops: Int
    /// Whether it is a value in JSON text, whose type is in no schema.
    let isInsideJSON: Bool
    /// Whether that value is certainly a collection.
    let isCollection: Bool
    /// Whether it is a value, so names are not attributes of an entity.
    let isOfValue: Bool

    /// The object of a filter in braces, and those outside of it.
    private final class Closure: Sendable {
        let schema: StoredSchema
        let outer: Closure?

        init(_ schema: StoredSchema, in outer: Closure?) {
            self.schema = schema
            self.outer = outer
        }
    }

    /// The name of a value inside another value.
    static let element = InnerValue.element

    init(_ schema: StoredSchema, _ entities: EntityFinder) {
        self.init(schema, entities, hops: 0, in: nil)
    }

    private init(
        _ schema: StoredSchema, _ entities: EntityFinder, hops: Int, in closure: Closure?
    ) {
        self.schema = schema
        self.entities = entities
        self.closure = closure
        self.hops = hops
        isInsideJSON = false
        isCollection = false
        isOfValue = false
    }

    private init(
        _ type: StoredType, of schema: StoredSchema, _ entities: EntityFinder,
        isInsideJSON: Bool = false, isCollection: Bool = false
    ) {
        let value = AttributeSchema(
            id: schema.idAttribute.id, name: Self.element, type: type, isNullable: true)
        self.schema = StoredSchema(
            number: schema.number, name: schema.name, attributes: [value], idOrdinal: 0)
        self.isInsideJSON = isInsideJSON
        self.isCollection = isCollection
        isOfValue = true
        self.entities = entities
        closure = nil
        hops = 0
    }

    /// Returns the scope of an entity that a reference leads to, or that refers to this one.
    func behind(_ schema: StoredSchema) throws(OperandError) -> FilterScope {
        guard hops < Self.hopsMax else {
            throw OperandError(
                .invalidValue, "The path goes through more than \(Self.hopsMax) references.")
        }
        let closure = closure ?? Closure(self.schema, in: nil)
        return FilterScope(schema, entities, hops: hops + 1, in: closure)
    }

    /// The scope inside the braces of a filter on its objects.
    var insideBraces: FilterScope {
        FilterScope(schema, entities, hops: hops, in: Closure(schema, in: closure))
    }

    /// Returns the scope of names after carets.
    /// - Parameter object: The outer object. Nil: no carets, and the scope stays as it is.
    func outer(_ object: OuterObject?) throws(OperandError) -> FilterScope {
        guard let object else { return self }
        guard !isOfValue else { throw Self.noOtherAttribute }
        guard case .levels(let levels) = object else {
            throw OperandError(
                .invalidValue,
                "The filter uses an object of another filter, which does not enclose it.")
        }
        var (outer, rest) = (closure, levels)
        while rest > 0, let inner = outer { (outer, rest) = (inner.outer, rest - 1) }
        guard levels > 0, let outer else {
            throw OperandError(
                .invalidValue,
                "Each ^ leads to the object one pair of braces further out, and there are not so"
                    + " many pairs of braces around this.")
        }
        return FilterScope(outer.schema, entities, hops: hops, in: closure)
    }

    private static var noOtherAttribute: OperandError {
        OperandError(
            .invalidValue, "Parts of a value cannot be compared with attributes.")
    }

    /// Returns the scope of a test inside an attribute's value.
    func scope(
        of inner: InnerValue, in attribute: AttributeSchema
    ) throws(OperandError) -> FilterScope {
        let entities = entities.inside(inner, of: attribute.name)
        switch (attribute.type, inner) {
        case (.array, .count), (.json, .count):
            return FilterScope(.scalar(.int64), of: schema, entities)
        case (.array(let scalar), .someElement), (.array(let scalar), .everyElement):
            return FilterScope(.scalar(scalar), of: schema, entities)
        case (.json, _):
            return FilterScope(
                .json, of: schema, entities, isInsideJSON: true,
                isCollection: inner == .keys || inner == .values)
        case (.array, _):
            throw OperandCheck.refusal(
                attribute, "and has no keys.", "Arrays have count, isEmpty and contains.")
        default:
            throw OperandCheck.refusal(
                attribute, "and has no elements.",
                "Arrays, sets and dictionaries have count, isEmpty and contains.")
        }
    }

    func check(
        _ attribute: AttributeSchema, allows use: OperandCheck.Use
    ) throws(OperandError) {
        if isCollection, use == .textTest {
            throw OperandError(
                .invalidValue, "The keys and values of a dictionary are not text.",
                suggestion: #"Test each: contains { $0.hasPrefix("a") }."#)
        }
        // A JSON value carries its own type, and a test that does not fit it is false.
        if !isInsideJSON { try OperandCheck.check(attribute, allows: use) }
    }

    /// Throws if a comparison of two attributes is invalid.
    func check(
        _ one: AttributePath, _ comparison: ComparisonOperator, with other: AttributePath
    ) throws(OperandError) {
        guard !isOfValue else { throw Self.noOtherAttribute }
        let (one, other) = (try comparable(one), try comparable(other))
        try OperandCheck.check(one, allows: comparison.isOrder ? .order : .equality)
        try OperandCheck.check(one, comparison, with: other)
    }

    /// Returns the attribute at the end of a path. Throws if it has no values to compare.
    private func comparable(_ path: AttributePath) throws(OperandError) -> AttributeSchema {
        let bound = try BoundPath(path, in: self)
        let owner = bound.owner(from: try outer(path.outer).schema)
        guard owner.isStruct(bound.attribute) else { return bound.attribute }
        throw OperandCheck.refusal(
            bound.attribute, "and says whether there is an embedded struct.",
            "Compare its properties.")
    }

    func value(
        of literal: FilterLiteral, for attribute: AttributeSchema
    ) throws(OperandError) -> Value {
        let literal = stored(literal, in: attribute)
        guard isInsideJSON else { return try OperandCheck.value(of: literal, for: attribute) }
        switch literal {
        case .value(.array), .list:
            if isCollection { throw Self.unordered }
            throw OperandError(
                .invalidValue, "Collections inside of JSON are compared by == and != only.",
                suggestion: "Write == [1, 2], or test their elements: contains { $0 == 1 }.")
        case .value(let value): return value.insideJSON
        case .number(let digits): return Self.number(digits)
        }
    }

    /// Returns a literal in which names of enum cases are replaced by the values stored for them.
    private func stored(
        _ literal: FilterLiteral, in attribute: AttributeSchema
    ) -> FilterLiteral {
        switch literal {
        case .value(.string(let text)):
            let value = entities.value(
                named: text, at: ValuePlace(attribute.name), in: schema.name)
            return value.map { .value($0) } ?? literal
        case .list(let items):
            return .list(items.map { stored($0, asElementOf: attribute) })
        case .number, .value: return literal
        }
    }

    private func stored(
        _ literal: FilterLiteral, asElementOf attribute: AttributeSchema
    ) -> FilterLiteral {
        guard case .value(.string(let text)) = literal else { return literal }
        let place = ValuePlace(attribute.name, [.someElement])
        return entities.value(named: text, at: place, in: schema.name).map { .value($0) } ?? literal
    }

    /// Returns the stored form of a dictionary's key, which may be the name of an enum's case.
    func key(named name: String, of attribute: AttributeSchema) -> String {
        let place = ValuePlace(attribute.name, [.keys, .someElement])
        if case .string(let key)? = entities.value(named: name, at: place, in: schema.name) {
            return key
        }
        return name
    }

    static var unordered: OperandError {
        OperandError(
            .invalidValue, "The keys and values of a dictionary have no order.",
            suggestion: "Test their elements: contains { $0 == 1 }.")
    }

    private static func number(_ digits: String) -> Value {
        if let number = Int64(digits) { return .int(number) }
        if let number = UInt64(digits) { return .uint(number) }
        return .double(Double(digits) ?? .infinity)
    }
}

extension StoredSchema {
    /// Returns whether an attribute only says whether an embedded struct exists.
    fileprivate func isStruct(_ attribute: AttributeSchema) -> Bool {
        attribute.type == .scalar(.bool)
            && attributes.contains { $0.name.hasPrefix(attribute.name + ".") }
    }
}
