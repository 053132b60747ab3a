internal import NacreEngine

/// A ``Sort``, of whatever entity: requests hold these, since of what is generic the type is looked
/// up each time it is touched.
@usableFromInline
struct SortContent: Hashable, Sendable {
    let field: FieldPath
    let isAscending: Bool
    /// Why nothing can be sorted by it.
    let problem: String?
    /// Nil for Swift's own.
    let order: TextOrder?

    /// What the engine sorts by.
    var sorting: NacreEngine.Sorting {
        NacreEngine.Sorting(
            field.attribute, through: field.references, isAscending: isAscending,
            collation: order?.collation)
    }
}

extension SortContent: CustomStringConvertible {
    @usableFromInline var description: String { sorting.description }
}

extension [SortContent] {
    /// What cursors know the order by.
    var order: String { map(\.description).joined(separator: ", ") }
}
