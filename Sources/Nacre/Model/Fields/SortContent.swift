internal import NacreEngine

/// A ``Sort`` without its entity type. Requests hold these, because each access to a generic type
/// looks up its metadata.
@usableFromInline
struct SortContent: Hashable, Sendable {
    let field: FieldPath
    let isAscending: Bool
    /// The reason why the field cannot be sorted by.
    let problem: String?
    /// The order of a language, or nil for Swift's own.
    let order: TextOrder?

    /// The sort in the other direction.
    var reversed: SortContent {
        SortContent(field: field, isAscending: !isAscending, problem: problem, order: order)
    }

    /// The sort for the engine.
    var sorting: SortTerm {
        SortTerm(
            field.attribute, through: field.references, isAscending: isAscending,
            collation: order?.collation)
    }
}

extension SortContent: CustomStringConvertible {
    @usableFromInline var description: String { sorting.description }
}

extension [SortContent] {
    /// The text by which cursors identify the order.
    var order: String { map(\.description).joined(separator: ", ") }
}
