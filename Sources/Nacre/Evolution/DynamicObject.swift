internal import NacreEngine
internal import NacreFormat

/// A stored object without its Swift type, as steps of a ``SchemaPlan`` read it. Good only inside
/// the step's closure; not Sendable.
public struct DynamicObject {
    private let values: DynamicValues
    let id: NacreFormat.Value

    init(_ object: StoredObject) {
        values = DynamicValues(object)
        id = object.id
    }

    /// The name of its entity.
    public var entity: String { values.schema.name }

    /// The value of an attribute by its stored name; nil where it is null.
    /// - Throws: ``StoreError`` with `unknownAttribute` if the entity has none of that name,
    ///   `invalidValue` if its values are of another type, `undecodable`.
    public subscript<Value: AttributeValue>(name: String) -> Value? {
        get throws { try values.value(of: name) }
    }
}

/// What a stored object is to be, as steps of a ``SchemaPlan`` write it. It begins as the object
/// is. Good only inside the step's closure; not Sendable.
public struct DynamicDraft {
    private(set) var values: DynamicValues
    /// What was wrong with the first name or value that cannot be: the step ends with it.
    private var problem: StoreError?

    init(_ values: DynamicValues) { self.values = values }

    /// The values that a closure makes of it.
    mutating func filled(
        by body: (inout DynamicDraft) throws -> Void
    ) throws -> [NacreFormat.Value] {
        try body(&self)
        if let problem { throw problem }
        return values.values
    }

    /// The value of an attribute by its stored name; nil where it is null: `= nil as Int?` makes it
    /// so. A name or a type that the entity does not have fails the step once the closure has
    /// returned.
    public subscript<Value: AttributeValue>(name: String) -> Value? {
        mutating get {
            do throws(StoreError) { return try values.value(of: name) } catch {
                problem = problem ?? error
                return nil
            }
        }
        set {
            do throws(StoreError) { try values.set(name, to: newValue) } catch {
                problem = problem ?? error
            }
        }
    }
}

/// The values of an object, and what the store knows of them.
struct DynamicValues {
    let schema: NacreFormat.EntitySchema
    private(set) var values: [NacreFormat.Value]
    /// Whether the object is yet to be stored, so that its id can be set.
    private let isNew: Bool

    init(_ object: StoredObject) {
        schema = object.schema
        values = object.values
        isNew = false
    }

    init(newObjectOf schema: NacreFormat.EntitySchema) {
        self.schema = schema
        values = schema.attributes.map { $0.defaultValue ?? .null }
        isNew = true
    }

    func value<Value: AttributeValue>(of name: String) throws(StoreError) -> Value? {
        let ordinal = try ordinal(of: name)
        try Self.check(Value.attributeType, fits: schema.attributes[ordinal], of: schema.name)
        let value = values[ordinal]
        if value.isNull { return nil }
        do { return try Value.decode(from: NestedValue(stored: value)) } catch {
            throw StoreError(
                .undecodable, "'\(name)' of '\(schema.name)' cannot be read as \(Value.self).",
                cause: ErrorText.reason(error))
        }
    }

    mutating func set<Value: AttributeValue>(
        _ name: String, to value: Value?
    ) throws(StoreError) {
        let ordinal = try ordinal(of: name)
        guard isNew || ordinal != schema.idOrdinal else {
            throw StoreError(
                .invalidValue, "'\(name)' of '\(schema.name)' is the id, which never changes.")
        }
        let attribute = schema.attributes[ordinal]
        values[ordinal] = try Self.stored(value, as: attribute, of: schema.name)
    }

    /// A value as an attribute stores it.
    static func stored<Value: AttributeValue>(
        _ value: Value?, as attribute: AttributeSchema, of entity: String
    ) throws(StoreError) -> NacreFormat.Value {
        try check(Value.attributeType, fits: attribute, of: entity)
        do {
            return try value.map { try $0.nested().storedValue(as: Value.attributeType).value }
                ?? .null
        } catch {
            throw StoreError(
                .invalidValue, "'\(attribute.name)' of '\(entity)' cannot hold the value.",
                cause: ErrorText.reason(error))
        }
    }

    private func ordinal(of name: String) throws(StoreError) -> Int {
        guard let ordinal = schema.ordinal(of: name) else { throw schema.lacks(name) }
        return ordinal
    }

    private static func check(
        _ type: AttributeType, fits attribute: AttributeSchema, of entity: String
    ) throws(StoreError) {
        guard type.storedType != attribute.type else { return }
        throw StoreError(
            .invalidValue,
            "'\(attribute.name)' of '\(entity)' is stored as \(attribute.type.name), and was used"
                + " as \(type.storedType?.name ?? "a struct").")
    }
}

extension NestedValue {
    /// What an attribute has stored.
    fileprivate init(stored value: Value) throws {
        switch value {
        case .json(let text): self = try NestedValue(jsonText: text)
        case .array(let elements):
            self.init(.array(elements.map { NestedValue(.value($0)) }))
        default: self.init(.value(value))
        }
    }
}

extension NacreFormat.EntitySchema {
    /// The error for an attribute that a step names and the entity does not have.
    func lacks(_ name: String) -> StoreError {
        let names = attributes.map { "'\($0.name)'" }.joined(separator: ", ")
        return StoreError(
            .unknownAttribute,
            "'\(self.name)' has no attribute '\(name)' at this point. It has \(names).")
    }
}

extension AttributeType {
    /// Of one value, optional or not; nil of a struct whose members are attributes.
    fileprivate var storedType: StoredType? {
        switch kind {
        case .stored(let type, _): type
        case .optional(let wrapped): wrapped.storedType
        case .embedded: nil
        }
    }
}
