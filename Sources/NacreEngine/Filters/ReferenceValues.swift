package import NacreFormat

extension Value {
    /// The references in the value of an attribute, which are one or several.
    /// - Parameter type: of the ids that they are.
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
    /// The same, or nil if something stands there that cannot be an id. Null in a list is none.
    func soundReferences(as type: StoredType) -> [Value]? {
        guard case .json(let text) = self, type != .json else { return references(as: type) }
        guard let elements = (try? JSONParser.parse(Array(text.utf8)))?.asArray else { return nil }
        let ids = elements.filter { !$0.isNull }.map { Value($0, as: type) }
        return ids.contains(nil) ? nil : ids.compactMap(\.self)
    }

    /// The value without references to some objects: a list lacks them, a single one is null.
    /// - Parameters:
    ///   - ids: of the objects.
    ///   - type: of the ids.
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
    /// Of what stands in an array, or the type itself.
    var elementType: StoredType {
        if case .array(let element) = self { .scalar(element) } else { self }
    }
}

extension AttributeSchema {
    /// Whether an id can stand in the attribute, or in its array.
    func takesReference(_ id: Value) -> Bool {
        switch type {
        case .array(let element): IDKey.takes(id, as: .scalar(element))
        case .json: true
        default: IDKey.takes(id, as: type)
        }
    }
}
