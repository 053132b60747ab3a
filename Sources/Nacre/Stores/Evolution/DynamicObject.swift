internal import NacreEngine
internal import NacreFormat

/// A stored object without its Swift type, as steps of a ``SchemaPlan`` read it. Valid only inside
/// the step's closure. Not Sendable.
public struct DynamicObject {
    private let values: DynamicValues
    let id: NacreFormat.Value

    init(_ object: StoredObject) {
        values = DynamicValues(object)
        id = object.id
    }

    /// The name of the object's entity.
    public var entity: String { values.schema.name }

    /// The value of an attribute by its stored name; nil if it is null.
    /// - Throws: ``StoreError`` with `unknownAttribute` if the entity has no attribute of that
    ///   name, `invalidValue` if its values are of another type, and `undecodable` if the value
    ///   cannot be read.
    public subscript<Value: AttributeValue>(name: String) -> Value? {
        get throws { try values.value(of: name) }
    }
}

/// The future state of a stored object, as steps of a ``SchemaPlan`` write it. It starts as the
/// current state. Valid only inside the step's closure. Not Sendable.
public struct DynamicDraft {
    private(set) var values: DynamicValues
    /// The first error from an invalid name or value. The step fails with it.
    private var problem: StoreError?

    init(_ values: DynamicValues) { self.values = values }

    /// Runs a closure on the draft and returns the resulting values.
    mutating func filled(
        by body: (inout DynamicDraft) throws -> Void
    ) throws -> [NacreFormat.Value] {
        try body(&self)
        if let problem { throw problem }
        return values.values
    }

    /// The value of an attribute by its stored name; nil if it is null. Assign `nil as Int?` to
    /// make it null. If the entity does not have the name or the type, the step fails after the
    /// closure has returned.
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

/// The values of an object and their stored schema.
struct DynamicValues {
    let schema: StoredSchema
    private(set) var values: [NacreFormat.Value]
    /// Whether the object is not stored yet, so that its id can be set.
    private let isNew: Bool

    init(_ object: StoredObject) {
        schema = object.schema
        values = object.values
        isNew = false
    }

    init(newObjectOf schema: StoredSchema) {
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

    /// Returns a value in the stored form of an attribute.
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
            "'\(attribute.name)' of '\(entity)' is stored as \(attribute.type.name), but was used"
                + " as \(type.storedType?.name ?? "a struct").")
    }
}

extension NestedValue {
    /// Makes a nested value from the stored value of an attribute.
    fileprivate init(stored value: Value) throws {
        switch value {
        case .json(let text): self = try NestedValue(jsonText: text)
        case .array(let elements):
            self.init(.array(elements.map { NestedValue(.value($0)) }))
        default: self.init(.value(value))
        }
    }
}

extension StoredSchema {
    /// Returns the error for an attribute that a step names and the entity does not have.
    func lacks(_ name: String) -> StoreError {
        let names = attributes.map { "'\($0.name)'" }.joined(separator: ", ")
        return StoreError(
            .unknownAttribute,
            "'\(self.name)' has no attribute '\(name)' at this point. It has \(names).")
    }
}

extension AttributeType {
    /// The stored type of a single value, optional or not; nil for a struct whose members are
    /// attributes.
    fileprivate var storedType: StoredType? {
        switch kind {
        case .stored(let type, _): type
        case .optional(let wrapped): wrapped.storedType
        case .embedded: nil
        }
    }
}
