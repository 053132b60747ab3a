/// A request for objects: which ones, in which order, and how many. A value; nothing is read until
/// a ``Reader`` runs it.
///
/// ```swift
/// let request = City.where { $0.country == "NO" }.sorted(\.population.descending).limit(10)
/// let cities = try store.fetch(request)
/// ```
public struct FetchRequest<Owner: Entity>: Hashable, Sendable {
    @usableFromInline var filter: Filter<Owner> = .all
    @usableFromInline var sorts: [SortContent] = []
    @usableFromInline var limit: Int?
    @usableFromInline var offset = 0
    @usableFromInline var cursor: Cursor<Owner>?
    /// Whether it includes objects that the entity's ``Entity/defaultFilter`` excludes.
    @usableFromInline var ignoresDefaultFilter = false

    /// Makes a request for all objects, by ascending id.
    @inlinable
    public init() {}

    @inlinable
    init(_ filter: Filter<Owner>) { self.filter = filter }

    /// Restricts the request to objects that also match a filter.
    @inlinable
    public consuming func `where`(_ make: (Owner.Fields) -> Filter<Owner>) -> FetchRequest {
        self.where(Filter(make))
    }

    /// Restricts the request to objects that also match a filter.
    @inlinable
    public consuming func `where`(_ filter: Filter<Owner>) -> FetchRequest {
        self.filter = self.filter.isAll ? filter : self.filter && filter
        return self
    }

    /// The request for all objects, including those that the entity's ``Entity/defaultFilter``
    /// excludes: `Note.all.ignoringDefaultFilter`.
    public var ignoringDefaultFilter: FetchRequest {
        var request = self
        request.ignoresDefaultFilter = true
        return request
    }

    /// Sorts the objects, the most significant sort first. Replaces any earlier sorts.
    @inlinable
    public consuming func sorted(_ sorts: ((Owner.Fields) -> Sort<Owner>)...) -> FetchRequest {
        self.sorts = sorts.map { $0(Owner.Fields(FieldPath())).content }
        return self
    }

    /// Sorts the objects, the most significant sort first:
    /// `sorted(\.country.ascending, \.name.ascending)`. Replaces any earlier sorts. The sorts of
    /// key paths to the entity's own attributes are cached.
    @inlinable
    public consuming func sorted(
        _ first: KeyPath<Owner.Fields, Sort<Owner>>, _ others: KeyPath<Owner.Fields, Sort<Owner>>...
    ) -> FetchRequest {
        sorts = [Self.content(of: first)]
        for other in others { self.sorts.append(Self.content(of: other)) }
        return self
    }

    @inlinable
    static func content(of path: KeyPath<Owner.Fields, Sort<Owner>>) -> SortContent {
        KnownSorts.content(of: path) { Owner.Fields(FieldPath())[keyPath: path].content }
    }

    /// Sorts the objects by a sorting; by ascending id if it is empty. Replaces any earlier sorts.
    /// - Parameters:
    ///   - sorting: The sorting.
    ///   - others: Sortings of the objects that it finds equal, the most significant first.
    public consuming func sorted(
        by sorting: Sorting<Owner>, then others: Sorting<Owner>...
    ) -> FetchRequest {
        self.sorts = sorting.sorts + others.flatMap(\.sorts)
        return self
    }

    /// Limits the number of objects, counted after the offset.
    /// - Parameter count: The maximum number of objects, 0 or more. If it is negative, fetching
    ///   throws `invalidValue`.
    @inlinable
    public consuming func limit(_ count: Int) -> FetchRequest {
        self.limit = count
        return self
    }

    /// Skips the first objects.
    /// - Parameter count: The number of objects to skip, 0 or more. If it is negative, fetching
    ///   throws `invalidValue`.
    @inlinable
    public consuming func offset(_ count: Int) -> FetchRequest {
        self.offset = count
        return self
    }
}

extension Entity {
    /// The request type, for code that also sees SwiftUI's `FetchRequest`.
    public typealias Request = FetchRequest<Self>

    /// The request for all objects.
    @inlinable
    public static var all: FetchRequest<Self> { FetchRequest() }

    /// The request for all objects in the entity's default order.
    public static var sortedFetchRequest: FetchRequest<Self> {
        var request = FetchRequest<Self>()
        request.sorts = defaultSort.sorts
        return request
    }

    /// Returns a request for the objects that match a filter.
    @inlinable
    public static func `where`(_ make: (Fields) -> Filter<Self>) -> FetchRequest<Self> {
        FetchRequest(Filter(make))
    }

    /// Returns a request for the objects that match a filter.
    @inlinable
    public static func `where`(_ filter: Filter<Self>) -> FetchRequest<Self> {
        FetchRequest(filter)
    }
}
