internal import NacreEngine

/// One attribute to sort by, and which way: `$0.population.descending`. It may be that of an object
/// that a reference leads to, `$0.mayor.name.ascending`, which is nil where there is none.
///
/// nil comes first where the order ascends. Where all sorts leave objects equal, their ids decide:
/// the order is total, and pages do not change between two fetches of one snapshot.
public struct Sort<Root: Entity>: Hashable, Sendable {
    @usableFromInline let content: SortContent

    @usableFromInline
    init(field: FieldPath, isAscending: Bool, problem: String?, order: TextOrder? = nil) {
        content = SortContent(
            field: field, isAscending: isAscending, problem: problem, order: order)
    }
}

extension Sort: CustomStringConvertible {
    /// As the tool takes it: `-population`. That of a language has its name behind it, which the
    /// tool does not take.
    public var description: String { content.description }
}

extension Field where Root: Entity, Value: SingleValue {
    /// Sorts by this attribute: nil first, then the least.
    @inlinable
    public var ascending: Sort<Root> {
        Sort(field: fieldPath, isAscending: true, problem: problem)
    }

    /// Sorts by this attribute: the greatest first, nil last.
    @inlinable
    public var descending: Sort<Root> {
        Sort(field: fieldPath, isAscending: false, problem: problem)
    }
}

/// Several sorts, the most important first: `[\.population.descending, \.name.ascending]`.
public struct Sorting<Root: Entity>: ExpressibleByArrayLiteral, Hashable, Sendable {
    let sorts: [SortContent]

    /// The most important sort first.
    public init(arrayLiteral sorts: ((Root.Fields) -> Sort<Root>)...) {
        self.sorts = sorts.map { $0(Root.Fields(FieldPath())).content }
    }
}
