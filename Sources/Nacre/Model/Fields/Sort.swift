internal import NacreEngine

/// One attribute to sort by, and the direction: `$0.population.descending`. The attribute may
/// belong to an object that a reference leads to, `$0.mayor.name.ascending`; its value is nil if
/// there is no such object.
///
/// nil comes first in ascending order. If all sorts find objects equal, their ids decide. The order
/// is therefore total, and pages are stable across fetches from one snapshot.
public struct Sort<Root: Entity>: Hashable, Sendable {
    @usableFromInline let content: SortContent

    @usableFromInline
    init(field: FieldPath, isAscending: Bool, problem: String?, order: TextOrder? = nil) {
        content = SortContent(
            field: field, isAscending: isAscending, problem: problem, order: order)
    }
}

extension Sort: CustomStringConvertible {
    /// The text form that the tool accepts: `-population`. A sort in the order of a language has
    /// the language's name appended, which the tool does not accept.
    public var description: String { content.description }
}

extension Field where Root: Entity, Value: SingleValue {
    /// The ascending sort by this attribute: nil first, then the least value.
    @inlinable
    public var ascending: Sort<Root> {
        Sort(field: fieldPath, isAscending: true, problem: problem)
    }

    /// The descending sort by this attribute: the greatest value first, nil last.
    @inlinable
    public var descending: Sort<Root> {
        Sort(field: fieldPath, isAscending: false, problem: problem)
    }
}
