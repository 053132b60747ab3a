internal import NacreFormat

extension Value {
    /// The references in the value of an attribute, which are one or several.
    /// - Parameter type: of the ids that they are.
    func references(as type: StoredType) -> [Value] {
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

extension StoredType {
    /// Of what stands in an array, or the type itself.
    var elementType: StoredType {
        if case .array(let element) = self { .scalar(element) } else { self }
    }
}

extension AttributeSchema {
    /// Whether it holds several references.
    var isListOfReferences: Bool {
        guard reference != nil else { return false }
        switch type {
        case .array, .json: return true
        default: return false
        }
    }

    /// Whether an id can stand in the attribute, or in its array.
    func takesReference(_ id: Value) -> Bool {
        switch type {
        case .array(let element): IDKey.takes(id, as: .scalar(element))
        case .json: true
        default: IDKey.takes(id, as: type)
        }
    }
}
