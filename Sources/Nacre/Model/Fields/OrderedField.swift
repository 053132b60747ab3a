/// An attribute whose stages keep the order of its values:
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
public typealias OrderedField<Root, Value: Sendable> = StagedField<Root, Value, Keeps.Order>

extension StagedField where Root: Entity, Kept: OrderPromise {
    /// The ascending sort by this attribute: nil first, then the least value.
    public var ascending: Sort<Root> { sort(isAscending: true) }

    /// The descending sort by this attribute: the greatest value first, nil last.
    public var descending: Sort<Root> { sort(isAscending: false) }

    private func sort(isAscending: Bool) -> Sort<Root> {
        Sort(field: fieldPath, isAscending: isAscending, problem: stagedCoding.orderProblem)
    }
}
