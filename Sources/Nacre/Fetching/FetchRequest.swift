/// Which objects are wanted, in which order, and how many. A value; nothing is read until a
/// ``Reader`` gets it.
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
    /// Whether it is of objects that the entity's ``Entity/defaultFilter`` leaves out, too.
    @usableFromInline var ignoresDefaultFilter = false

    /// All objects, by ascending id.
    @inlinable
    public init() {}

    @inlinable
    init(_ filter: Filter<Owner>) { self.filter = filter }

    /// Only the objects that a filter holds for, too.
    @inlinable
    public consuming func `where`(_ make: (Owner.Fields) -> Filter<Owner>) -> FetchRequest {
        self.where(Filter(make))
    }

    /// Only the objects that a filter holds for, too.
    @inlinable
    public consuming func `where`(_ filter: Filter<Owner>) -> FetchRequest {
        self.filter = self.filter.isAll ? filter : self.filter && filter
        return self
    }

    /// Of all objects, also of those that the entity's ``Entity/defaultFilter`` leaves out:
    /// `Note.all.ignoringDefaultFilter`.
    public var ignoringDefaultFilter: FetchRequest {
        var request = self
        request.ignoresDefaultFilter = true
        return request
    }

    /// In this order, the most important sort first, instead of any before.
    @inlinable
    public consuming func sorted(_ sorts: ((Owner.Fields) -> Sort<Owner>)...) -> FetchRequest {
        self.sorts = sorts.map { $0(Owner.Fields(FieldPath())).content }
        return self
    }

    /// In this order, the most important sort first, instead of any before:
    /// `sorted(\.country.ascending, \.name.ascending)`. What key paths to own attributes of an
    /// entity stand for is remembered.
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

    /// In this order, instead of any before. By ascending id if there are no sorts in it.
    public consuming func ordered(by sorting: Sorting<Owner>) -> FetchRequest {
        self.sorts = sorting.sorts
        return self
    }

    /// At most so many objects, counted behind the offset.
    /// - Parameter count: 0 or more; fetching throws `invalidValue` otherwise.
    @inlinable
    public consuming func limit(_ count: Int) -> FetchRequest {
        self.limit = count
        return self
    }

    /// Without the first objects.
    /// - Parameter count: how many; 0 or more, fetching throws `invalidValue` otherwise.
    @inlinable
    public consuming func offset(_ count: Int) -> FetchRequest {
        self.offset = count
        return self
    }
}

extension Entity {
    /// The name of the request where SwiftUI's `FetchRequest` can be seen too.
    public typealias Request = FetchRequest<Self>

    /// All objects.
    @inlinable
    public static var all: FetchRequest<Self> { FetchRequest() }

    /// All objects in the entity's own order.
    public static var sortedFetchRequest: FetchRequest<Self> {
        var request = FetchRequest<Self>()
        request.sorts = defaultSort.sorts
        return request
    }

    /// The objects that a filter holds for.
    @inlinable
    public static func `where`(_ make: (Fields) -> Filter<Self>) -> FetchRequest<Self> {
        FetchRequest(Filter(make))
    }

    /// The objects that a filter holds for.
    @inlinable
    public static func `where`(_ filter: Filter<Self>) -> FetchRequest<Self> {
        FetchRequest(filter)
    }
}
