/// Some objects of a request, and the place where the next ones begin.
///
/// ```swift
/// let request = City.all.sorted(\.population.descending).limit(50)
/// var cursor: Cursor<City>?
/// repeat {
///     let page = try store.page(request.after(cursor))
///     for city in page { ... }
///     cursor = page.cursor
/// } while cursor != nil
/// ```
public struct Page<Owner: Entity>: Sendable {
    /// The objects, in the order of the request.
    public let items: [Owner]
    /// The place behind the last of them; nil if there are no more objects.
    public let cursor: Cursor<Owner>?
}

extension Page: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { items.startIndex }
    /// The number of the objects.
    public var endIndex: Int { items.endIndex }
    /// One of the objects.
    /// - Parameter position: below ``endIndex``.
    public subscript(position: Int) -> Owner { items[position] }
}

extension Page: Equatable where Owner: Equatable {}
