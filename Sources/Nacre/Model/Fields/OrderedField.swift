/// An attribute with stages of its own that keep the order of its values:
/// `@Attribute(.transformed(by: .uuidString))`, or the program's own stages declared with
/// `.transformed(by: ..., keepsOrder: true)`. It can be compared for equality and by order, and
/// sorted by. An index serves all of these, as if there were no stages.
///
/// ```swift
/// let later = Recording.where { $0.take > Take(2) }.sorted(\.take.descending)
/// ```
/// The stages must declare it too: ``Transformer`` has its own `keepsOrder`, which the store keeps
/// with the stage's name. If one does not, fetching with a comparison or a sort by order throws
/// `invalidValue`.
public struct OrderedField<Root, Value: Sendable>: EquatableField, CheckedField {
    /// The coding of the stages.
    public let stagedCoding: StagedCoding<Value>

    /// Makes the field of an attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages. Their result must be ordered.
    public init<Stored: Storable & Comparable>(
        _ path: FieldPath, _ codec: AttributeCodec<Value, Stored>
    ) where Stored.StoredEnd: Comparable {
        self.init(StagedCoding(path, codec))
    }

    /// Makes the field of an optional attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages. Their result must be ordered, or nil.
    public init<Wrapped, Stored: Storable & Comparable>(
        _ path: FieldPath, _ codec: AttributeCodec<Wrapped?, Stored?>
    ) where Value == Wrapped?, Stored.StoredEnd: Comparable {
        self.init(StagedCoding(path, codec))
    }

    init(_ coding: StagedCoding<Value>) { stagedCoding = coding }
}

extension OrderedField where Root: Entity {
    /// The ascending sort by this attribute: nil first, then the least value.
    public var ascending: Sort<Root> { sort(isAscending: true) }

    /// The descending sort by this attribute: the greatest value first, nil last.
    public var descending: Sort<Root> { sort(isAscending: false) }

    private func sort(isAscending: Bool) -> Sort<Root> {
        Sort(field: fieldPath, isAscending: isAscending, problem: stagedCoding.orderProblem)
    }
}
