/// An array or a set whose elements go through stages:
/// `@Attribute(.transformed(elementsBy: .uuidString)) var devices: [UUID]`.
///
/// ```swift
/// let ours = Site.where { $0.devices.contains(device) && $0.devices.count < 9 }
/// ```
/// An index of the attribute serves `contains`. The elements can be tested as far as the stages
/// keep it; see ``StagedField``.
public struct StagedElementsField<
    Root, Value: StagedElements & Sendable, Kept: StagePromise
>: StagedFilterable where Value.Element: Sendable {
    /// The coding of the whole collection. For the library.
    public let stagedCoding: StagedCoding<Value>
    /// The coding of an element.
    private let element: StagedCoding<Value.Element>
    /// The type of the stored collection.
    private let stored: any AttributeValue.Type

    init<Stored: ElementsValue>(coding path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        stagedCoding = StagedCoding(path, codec)
        element = StagedCoding(
            ofElements: FilterSubject(path, problem: nil).element(of: Stored.self), path, codec)
        stored = Stored.self
    }

    private init(
        _ coding: StagedCoding<Value>, _ element: StagedCoding<Value.Element>,
        _ stored: any AttributeValue.Type
    ) {
        stagedCoding = coding
        self.element = element
        self.stored = stored
    }

    /// Returns the field of the attribute as the property of a struct, or of an object that a
    /// reference leads to.
    func reached<Owner>(problem: String?) -> StagedElementsField<Owner, Value, Kept> {
        StagedElementsField<Owner, Value, Kept>(
            stagedCoding.reached(problem: problem), element, stored)
    }
}

extension StagedElementsField where Kept: UnorderedPromise {
    /// Makes the field of an attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages.
    public init<Stored: ElementsValue>(_ path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        self.init(coding: path, codec)
    }
}

extension StagedElementsField where Kept == Keeps.Order {
    /// Makes the field of an attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages. Their results must be ordered.
    public init<Stored: ElementsValue>(
        _ path: FieldPath, ordered codec: AttributeCodec<Value, Stored>
    )
    where Stored.Element: Storable & Comparable, Stored.Element.StoredEnd: Comparable {
        self.init(coding: path, codec)
    }
}

extension StagedElementsField where Kept: TextPromise {
    /// Makes the field of an attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages. Their results must be text.
    public init<Stored: ElementsValue>(_ path: FieldPath, text codec: AttributeCodec<Value, Stored>)
    where Stored.Element == String {
        self.init(coding: path, codec)
    }
}

/// A collection whose elements can go through stages: an array or a set.
public protocol StagedElements<Element>: Collection, ExpressibleByArrayLiteral
where ArrayLiteralElement == Element {}

extension Array: StagedElements {}
extension Set: StagedElements {}

extension StagedElementsField: FieldProtocol, CheckedField {
    /// The path of the attribute.
    public var fieldPath: FieldPath { stagedCoding.path }

    /// Reads the attribute at the decoder's current position.
    public func decode(from row: inout ObjectDecoder) throws -> Value {
        try stagedCoding.decode(&row)
    }

    var problem: String? { stagedCoding.problem }
}

extension StagedElementsField {
    /// The field of an element, within a closure.
    public typealias ElementField = InnerStagedField<ElementOf<Root, Value>, Value.Element, Kept>

    /// The number of elements.
    public var count: InnerField<Root, Int> {
        InnerField(stagedCoding.subject.inner(.count, of: stored))
    }

    /// Matches if the collection has no elements.
    public var isEmpty: Filter<Root> { stagedCoding.subject.hasCount(0, of: stored) }

    /// Matches if at least one of the elements passes a test. Negated with `!`, it matches if none
    /// does.
    /// - Parameter make: Makes the test from the field of an element.
    @_disfavoredOverload
    public func contains(
        where make: (ElementField) -> Filter<ElementOf<Root, Value>>
    ) -> Filter<Root> {
        stagedCoding.subject.filter(.someElement, make(InnerStagedField(element)))
    }

    /// Matches if all elements pass a test, and if there are none.
    /// - Parameter make: Makes the test from the field of an element.
    @_disfavoredOverload
    public func allSatisfy(
        _ make: (ElementField) -> Filter<ElementOf<Root, Value>>
    ) -> Filter<Root> {
        stagedCoding.subject.filter(.everyElement, make(InnerStagedField(element)))
    }
}

extension StagedElementsField where Kept: EqualityPromise, Value.Element: Equatable {
    /// Matches if the collection has an element that equals a value: if both are stored equally. No
    /// element equals a value that the stages refuse.
    public func contains(_ element: Value.Element) -> Filter<Root> { contains { $0 == element } }
}
