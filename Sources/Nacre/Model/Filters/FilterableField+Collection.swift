internal import NacreEngine
internal import NacreFormat

/// A property with several values: an array, a set, a dictionary, or an optional of these.
public protocol CollectionValue: AttributeValue {
    /// The type of the count: `Int`, or `Int?` for optionals.
    associatedtype Count: SingleValue
}

/// An array, a set, or an optional of these.
public protocol ElementsValue: CollectionValue {
    /// The type of the elements.
    associatedtype Element: AttributeValue
}

extension Array: CollectionValue where Element: AttributeValue {
    /// The type of the number of elements.
    public typealias Count = Int
}
extension Array: ElementsValue where Element: AttributeValue {}

extension Set: CollectionValue where Element: AttributeValue {
    /// The type of the number of elements.
    public typealias Count = Int
}
extension Set: ElementsValue where Element: AttributeValue {}

extension Dictionary: CollectionValue where Key: Storable, Value: AttributeValue {
    /// The type of the number of elements.
    public typealias Count = Int
}

extension Optional: CollectionValue where Wrapped: CollectionValue {
    /// The type of the number of elements.
    public typealias Count = Int?
}
extension Optional: ElementsValue where Wrapped: ElementsValue {
    /// The type of the elements.
    public typealias Element = Wrapped.Element
}

extension FilterableField where Value: CollectionValue {
    /// The number of elements of the collection; nil if the collection is nil.
    public var count: InnerField<Root, Value.Count> {
        InnerField(filterSubject.inner(.count, of: Value.self))
    }

    /// Matches if the collection is not nil and has no elements.
    public var isEmpty: Filter<Root> {
        filterSubject.hasCount(0, of: Value.self)
    }
}

extension FilterableField where Value: ElementsValue {
    /// Matches if at least one of the elements passes a test. Negated with `!`, it matches if none
    /// does.
    ///
    /// ```swift
    /// let found = City.where { $0.scores.contains { $0 > 8 && $0 < 9 } }
    /// ```
    /// - Parameter make: Makes the test from the field of an element.
    @_disfavoredOverload
    public func contains(
        where make: (InnerField<ElementOf<Root, Value>, Value.Element>)
            -> Filter<ElementOf<Root, Value>>
    ) -> Filter<Root> {
        elements(.someElement, make)
    }

    /// Matches if all elements pass a test, and if there are none. Does not match if the collection
    /// is nil.
    /// - Parameter make: Makes the test from the field of an element.
    @_disfavoredOverload
    public func allSatisfy(
        _ make: (InnerField<ElementOf<Root, Value>, Value.Element>) -> Filter<
            ElementOf<Root, Value>
        >
    ) -> Filter<Root> {
        elements(.everyElement, make)
    }

    private func elements(
        _ step: InnerValue,
        _ make: (InnerField<ElementOf<Root, Value>, Value.Element>) -> Filter<
            ElementOf<Root, Value>
        >
    ) -> Filter<Root> {
        let test = make(InnerField(filterSubject.element(of: Value.self)))
        return filterSubject.filter(step, test)
    }
}

extension FilterableField where Value: ElementsValue, Value.Element: WholeValue & Equatable {
    /// Matches if the collection has an element that equals a value, according to `==` of the
    /// element's field.
    /// - Parameter element: The value.
    public func contains(_ element: Value.Element) -> Filter<Root> {
        contains { $0 == element }
    }
}
