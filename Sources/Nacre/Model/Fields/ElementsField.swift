internal import NacreFormat

/// The elements of a list or set, to group objects by: `\.labels.elements`. An object is in the
/// group of each of its different elements. An object without elements is in no group.
public struct ElementsField<Root, Value: SingleValue>: GroupField {
    private let path: FieldPath
    private let problem: String?

    init(_ path: FieldPath, problem: String?) {
        self.path = path
        self.problem = problem
    }

    /// The coding of an element. For the library.
    public var singleCoding: SingleCoding<Value> {
        var type = StoredType.json
        if case .stored(let stored, _) = Value.Single.attributeType.kind { type = stored }
        return SingleCoding(
            path, of: Root.self, problem: problem, part: .elements(of: type),
            decode: { try Value.decode(from: $0) }, encode: { try $0.storedValue() })
    }
}

extension Field where Value: ElementsValue, Value.Element: SingleValue {
    /// The elements of the list or set, to group objects by:
    ///
    /// ```swift
    /// let counts = try store.group(Card.all, by: \.labels.elements, .count)
    /// ```
    /// An object is in the group of each of its different elements, nil excluded.
    public var elements: ElementsField<Root, Value.Element> {
        ElementsField(fieldPath, problem: problem)
    }
}
