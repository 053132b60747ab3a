internal import NacreEngine
internal import NacreFormat

/// Collections that filters compare as a whole, as Swift does: arrays of ``Storable`` elements,
/// sets, dictionaries whose keys are stored exactly, and optionals of these.
///
/// ```swift
/// let same = City.where { $0.tags == ["old", "port"] && $0.names != ["de": "Wien"] }
/// ```
public protocol EquatableCollectionValue: CollectionValue {
    /// The filter that holds where a collection equals a value. For the library.
    /// - Parameters:
    ///   - subject: the collection.
    ///   - value: what it is compared with.
    /// - Returns: a filter of whatever the subject is of.
    static func equality<Root>(_ subject: FilterSubject, _ value: Self) -> Filter<Root>
}

extension EquatableCollectionValue {
    /// The same with a value that is part of another one.
    static func equality<Root>(
        _ subject: FilterSubject, nested value: NestedValue
    ) throws -> Filter<Root> {
        equality(subject, try decode(from: value))
    }
}

extension Array: EquatableCollectionValue where Element: Storable & Equatable {
    /// The filter that holds where an array equals a value. For the library.
    public static func equality<Root>(_ subject: FilterSubject, _ value: Self) -> Filter<Root> {
        subject.filter(storing: { [try value.nested().storedValue(as: attributeType).value] }) {
            .comparison($0, .equal, $1[0])
        }
    }
}

extension Set: EquatableCollectionValue where Element: SingleValue {
    /// The filter that holds where a set equals a value. For the library.
    public static func equality<Root>(_ subject: FilterSubject, _ value: Self) -> Filter<Root> {
        let field = InnerField<Root, Self>(subject)
        // Texts may be spelled, and so sorted, in several ways: each element is looked for.
        return value.inStoredOrder(by: { $0 }).reduce(field.count == value.count) {
            $0 && field.contains($1)
        }
    }
}

extension Dictionary: EquatableCollectionValue
where Key: Storable, Key.Stored: ExactKey, Value: Storable & Equatable {
    /// The filter that holds where a dictionary equals a value. For the library.
    public static func equality<Root>(_ subject: FilterSubject, _ value: Self) -> Filter<Root> {
        let field = InnerField<Root, Self>(subject)
        return value.inStoredOrder(by: \.key).reduce(field.count == value.count) {
            $0 && field[$1.key] == $1.value
        }
    }
}

extension Optional: EquatableCollectionValue where Wrapped: EquatableCollectionValue {
    /// The filter that holds where a collection equals a value, nil only where it is nil. For the
    /// library.
    public static func equality<Root>(_ subject: FilterSubject, _ value: Self) -> Filter<Root> {
        guard let value else {
            return subject.filter([]) { name, _ in .comparison(name, .equal, .null) }
        }
        return Wrapped.equality(subject, value)
    }
}

extension Field where Root: Entity, Value: EquatableCollectionValue {
    /// Holds where the collection equals a value; nil equals only nil.
    public static func == (field: Self, value: Value) -> Filter<Root> {
        Value.equality(field.filterSubject, value)
    }

    /// Holds where the collection differs from a value.
    public static func != (field: Self, value: Value) -> Filter<Root> {
        !Value.equality(field.filterSubject, value)
    }
}

extension Collection {
    /// The elements in an order that only depends on what is stored for a part of each, so that
    /// equal sets make the same filter.
    fileprivate func inStoredOrder(by part: (Element) -> some AttributeValue) -> [Element] {
        map { (element: $0, text: (try? part($0).nested().jsonText) ?? "") }
            .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
            .map(\.element)
    }
}
