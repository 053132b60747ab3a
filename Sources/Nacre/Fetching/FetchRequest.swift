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

    /// Only the objects that a filter holds for, too.
    @inlinable
    public func `where`(_ make: (Owner.Fields) -> Filter<Owner>) -> FetchRequest {
        self.where(Filter(make))
    }

    /// Only the objects that a filter holds for, too.
    @inlinable
    public func `where`(_ filter: Filter<Owner>) -> FetchRequest {
        var request = self
        request.filter = self.filter == .all ? filter : self.filter && filter
        return request
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
    public func sorted(_ sorts: ((Owner.Fields) -> Sort<Owner>)...) -> FetchRequest {
        var request = self
        request.sorts = sorts.map { $0(Owner.Fields(FieldPath())).content }
        return request
    }

    /// In this order, instead of any before. By ascending id if there are no sorts in it.
    public func ordered(by sorting: Sorting<Owner>) -> FetchRequest {
        var request = self
        request.sorts = sorting.sorts
        return request
    }

    /// At most so many objects, counted behind the offset.
    /// - Parameter count: 0 or more; fetching throws `invalidValue` otherwise.
    @inlinable
    public func limit(_ count: Int) -> FetchRequest {
        var request = self
        request.limit = count
        return request
    }

    /// Without the first objects.
    /// - Parameter count: how many; 0 or more, fetching throws `invalidValue` otherwise.
    @inlinable
    public func offset(_ count: Int) -> FetchRequest {
        var request = self
        request.offset = count
        return request
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
        FetchRequest().where(make)
    }

    /// The objects that a filter holds for.
    @inlinable
    public static func `where`(_ filter: Filter<Self>) -> FetchRequest<Self> {
        FetchRequest().where(filter)
    }
}
