package import NacreFormat

extension Value {
    /// Returns the references in the value of an attribute, which holds one or several.
    /// - Parameter type: The type of the ids.
    package func references(as type: StoredType) -> [Value] {
        switch self {
        case .null: []
        case .array(let elements): elements
        case .json(let text) where type != .json:
            (try? JSONParser.parse(Array(text.utf8)))?.asArray?.compactMap { Value($0, as: type) }
                .filter { !$0.isNull } ?? []
        default: [self]
        }
    }
}

extension Value {
    /// Returns the references, or nil if the value contains anything that cannot be an id. Null
    /// elements in a list are ignored.
    func soundReferences(as type: StoredType) -> [Value]? {
        guard case .json(let text) = self, type != .json else { return references(as: type) }
        guard let elements = (try? JSONParser.parse(Array(text.utf8)))?.asArray else { return nil }
        let ids = elements.filter { !$0.isNull }.map { Value($0, as: type) }
        return ids.contains(nil) ? nil : ids.compactMap(\.self)
    }

    /// Returns the value without references to some objects: they are removed from a list, and a
    /// single one becomes null.
    /// - Parameters:
    ///   - ids: The ids of the objects.
    ///   - type: The type of the ids.
    func removing(_ ids: Set<Value>, of type: StoredType) -> Value {
        switch self {
        case .array(let elements): return .array(elements.filter { !ids.contains($0) })
        case .json(let text) where type != .json:
            let elements = (try? JSONParser.parse(Array(text.utf8)))?.asArray ?? []
            return .json(
                json: .array(
                    elements.filter { Value($0, as: type).map(ids.contains) != true }))
        default: return ids.contains(self) ? .null : self
        }
    }
}

extension StoredType {
    /// The type of an array's elements, or the type itself.
    var elementType: StoredType {
        if case .array(let element) = self { .scalar(element) } else { self }
    }
}

extension AttributeSchema {
    /// Returns whether an id can be a value of the attribute or an element of its array.
    func takesReference(_ id: Value) -> Bool {
        switch type {
        case .array(let element): IDKey.takes(id, as: .scalar(element))
        case .json: true
        default: IDKey.takes(id, as: type)
        }
    }
}
