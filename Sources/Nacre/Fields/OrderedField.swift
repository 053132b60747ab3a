/// An attribute with stages of its own that keep the order of its values:
/// `@Attribute(.transformed(by: .uuidString))`, or stages of the program that say so,
/// `.transformed(by: ..., keepsOrder: true)`. It can be compared by equality and by order and be
/// sorted by, and an index serves all of that, as if there were no stages.
///
/// ```swift
/// let later = Recording.where { $0.take > Take(2) }.sorted(\.take.descending)
/// ```
/// The stages must say so too: ``Transformer`` has a `keepsOrder` of its own, which the store keeps
/// with the stage's name. Where one does not, fetching what compares or sorts by order throws
/// `invalidValue`.
public struct OrderedField<Root, Value: Sendable>: EquatableField, CheckedField {
    /// What the stages do.
    public let stagedCoding: StagedCoding<Value>

    /// - Parameters:
    ///   - path: of the attribute.
    ///   - codec: its stages. They lead to something that has an order.
    public init<Stored: Storable & Comparable>(
        _ path: FieldPath, _ codec: AttributeCodec<Value, Stored>
    ) where Stored.StoredEnd: Comparable {
        self.init(StagedCoding(path, codec))
    }

    /// The same of an optional property.
    /// - Parameters:
    ///   - path: of the attribute.
    ///   - codec: its stages. They lead to something that has an order, or to nil.
    public init<Wrapped, Stored: Storable & Comparable>(
        _ path: FieldPath, _ codec: AttributeCodec<Wrapped?, Stored?>
    ) where Value == Wrapped?, Stored.StoredEnd: Comparable {
        self.init(StagedCoding(path, codec))
    }

    init(_ coding: StagedCoding<Value>) { stagedCoding = coding }
}

extension OrderedField where Root: Entity {
    /// Sorts by this attribute: nil first, then the least.
    public var ascending: Sort<Root> { sort(isAscending: true) }

    /// Sorts by this attribute: the greatest first, nil last.
    public var descending: Sort<Root> { sort(isAscending: false) }

    private func sort(isAscending: Bool) -> Sort<Root> {
        Sort(field: fieldPath, isAscending: isAscending, problem: stagedCoding.orderProblem)
    }
}
