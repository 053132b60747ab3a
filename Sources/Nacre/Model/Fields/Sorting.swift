internal import NacreEngine

/// Several sorts, the most significant first: `[\.population.descending, \.name.ascending]`. A
/// sorting can also be made from sorts that are chosen at run time, and from text:
///
/// ```swift
/// var keys = [\Card.Fields.title.ascending]
/// if isUrgentFirst { keys.insert(\.due.ascending, at: 0) }
/// let cards = try store.fetch(Card.all.sorted(by: Sorting(keys)))
/// let sorting = try Sorting<Card>(parsing: query, allowing: [\.due, \.title])
/// ```
public struct Sorting<Root: Entity>: ExpressibleByArrayLiteral, Hashable, Sendable {
    let sorts: [SortContent]

    init(_ sorts: [SortContent]) { self.sorts = sorts }

    /// Makes a sorting from sorts, the most significant first.
    public init(arrayLiteral sorts: ((Root.Fields) -> Sort<Root>)...) {
        self.sorts = sorts.map { $0(Root.Fields(FieldPath())).content }
    }

    /// Makes a sorting from key paths to sorts, the most significant first.
    /// - Parameter paths: The key paths, such as `[\City.Fields.name.ascending]`.
    public init(_ paths: some Sequence<KeyPath<Root.Fields, Sort<Root>>>) {
        self.sorts = paths.map { path in
            KnownSorts.content(of: path) { Root.Fields(FieldPath())[keyPath: path].content }
        }
    }

    /// Makes a sorting from sorts, the most significant first.
    public init(_ sorts: some Sequence<Sort<Root>>) { self.sorts = sorts.map(\.content) }

    /// The sorting in the other direction. Objects that all sorts find equal stay in the order of
    /// their ids.
    public var reversed: Sorting { Sorting(sorts.map(\.reversed)) }
}
