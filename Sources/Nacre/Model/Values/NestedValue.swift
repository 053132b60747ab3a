package import NacreFormat

/// A value inside a collection, on its way to or from the store: a stored value, or a collection of
/// further ones. Opaque; generated code passes it on.
public struct NestedValue: Sendable {
    package let content: Content
    // SAFETY: used only inside the read that made it, like the decoder that it comes from.
    private nonisolated(unsafe) let heldReader: HeldObjectReader?

    package enum Content: Sendable {
        case value(Value)
        case array([NestedValue])
        case object([(name: String, value: NestedValue)])
        /// An object by value, and its id, which is stored.
        indirect case entity(any Entity, id: Value)
        /// A value read from a store, whose type only the Swift type knows.
        case json(JSONValue)
    }

    package init(_ content: Content) {
        self.content = content
        unsafe heldReader = nil
    }

    init(_ content: Content, _ held: HeldObjectReader?) {
        self.content = content
        unsafe heldReader = held
    }

    /// The reader of the objects that the value leads to, if there are any.
    var held: HeldObjectReader? { unsafe heldReader }

    package static let null = NestedValue(.value(.null))

    /// Returns a struct with its properties by name.
    public static func object(_ members: [(String, NestedValue)]) -> NestedValue {
        NestedValue(.object(members.map { (name: $0.0, value: $0.1) }))
    }

    /// Reads the value of a property; nil if the property is missing.
    /// - Throws: An error if this is not a struct or the property has another type.
    public func member<Member: AttributeValue>(
        _ name: String, _ type: Member.Type = Member.self
    ) throws -> Member {
        guard case .json(let json) = content, json.asObject != nil else {
            throw AttributeError.mismatch(expected: "an object with '\(name)'")
        }
        return try Member.decode(from: NestedValue(.json(json[name] ?? .null), held))
    }

    /// Reads the value of a property with a default, which applies to values that were stored
    /// before the property existed.
    /// - Throws: An error if this is not a struct or the property has another type.
    public func member<Member: AttributeValue>(
        _ name: String, _ type: Member.Type = Member.self,
        default defaultValue: @autoclosure () -> Member
    ) throws -> Member {
        has(name, type) ? try member(name, type) : defaultValue()
    }

    /// Returns whether this struct has a property. True if it is not a struct, so that reading the
    /// property reports it.
    func has<Member: AttributeValue>(_ name: String, _ type: Member.Type) -> Bool {
        guard case .json(let json) = content, json.asObject != nil else { return true }
        // Null was stored while the property was optional.
        return json[name].map { !$0.isNull || Member.isOptional } ?? false
    }

    package var isNull: Bool {
        switch content {
        case .value(let value): value.isNull
        case .json(let json): json.isNull
        case .array, .object, .entity: false
        }
    }

    /// Returns this value as a stored value of a type.
    package func value(as type: StoredType) throws -> Value {
        switch content {
        case .value(let value), .entity(_, let value): return value
        case .json(let json):
            guard let value = Value(json, as: type), !value.isNull else { break }
            return value
        case .array, .object: break
        }
        throw AttributeError.mismatch(expected: "a value of type \(type.name)")
    }

    /// Returns the stored form of this value in an attribute of a type.
    func storedValue(as type: AttributeType) throws -> StoredValue {
        switch type.kind {
        case .optional(let wrapped):
            isNull ? StoredValue(.null) : try storedValue(as: wrapped)
        case .stored(.json, _): StoredValue(.json(jsonText))
        case .stored(.array(let scalar), _):
            StoredValue(
                .array(try elements().map { try $0.value(as: .scalar(scalar)) }))
        case .stored(let type, _): StoredValue(try value(as: type))
        case .embedded:
            throw AttributeError.notStorable(reason: "an embedded struct is not a single value")
        }
    }

    /// Returns the elements of an array.
    func elements() throws -> [NestedValue] {
        switch content {
        case .array(let elements): return elements
        case .json(let json):
            guard let elements = json.asArray else { break }
            return elements.map { NestedValue(.json($0), held) }
        case .value, .object, .entity: break
        }
        throw AttributeError.mismatch(expected: "an array")
    }

    /// Returns the values of an object with their names.
    func members() throws -> [(name: String, value: NestedValue)] {
        switch content {
        case .object(let members): return members
        case .json(let json):
            guard let members = json.asObject else { break }
            return members.map { (name: $0.name, value: NestedValue(.json($0.value), held)) }
        case .array, .value, .entity: break
        }
        throw AttributeError.mismatch(expected: "an object")
    }
}

extension AttributeValue {
    /// Whether nil is a value of the type.
    fileprivate static var isOptional: Bool {
        if case .optional = attributeType.kind { true } else { false }
    }
}
