internal import NacreEngine
internal import NacreFormat

/// A property with several values: an array, a set, or a dictionary, and optionals of these.
public protocol CollectionValue: AttributeValue {
    /// `Int`, and `Int?` for optionals.
    associatedtype Count: SingleValue
}

/// An array or a set, and optionals of these.
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
    /// How many elements the collection has; nil if it is nil.
    public var count: InnerField<Root, Value.Count> {
        InnerField(filterSubject.inner(.count, of: Value.self))
    }

    /// Holds where the collection is there and has no elements.
    public var isEmpty: Filter<Root> {
        filterSubject.hasCount(0, of: Value.self)
    }
}

extension FilterableField where Value: ElementsValue {
    /// Holds where one of the elements passes a test of elements. `!` before it makes that none.
    ///
    /// ```swift
    /// let found = City.where { $0.scores.contains { $0 > 8 && $0 < 9 } }
    /// ```
    /// - Parameter make: the test, of an element.
    @_disfavoredOverload
    public func contains(
        where make: (InnerField<ElementOf<Root, Value>, Value.Element>)
            -> Filter<ElementOf<Root, Value>>
    ) -> Filter<Root> {
        elements(.someElement, make)
    }

    /// Holds where all elements pass a test of elements, and where there are none; not where the
    /// collection is nil.
    /// - Parameter make: the test, of an element.
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
    /// Holds where the collection has an element that equals a value, as `==` of the element says.
    /// - Parameter element: the value.
    public func contains(_ element: Value.Element) -> Filter<Root> {
        contains { $0 == element }
    }
}
