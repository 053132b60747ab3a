/// Some objects of a request, and the cursor from which the next page begins.
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
    /// The place after the last of them; nil if there are no more objects.
    public let cursor: Cursor<Owner>?
}

extension Page: RandomAccessCollection {
    /// The position of the first object, 0.
    public var startIndex: Int { items.startIndex }
    /// The number of objects.
    public var endIndex: Int { items.endIndex }
    /// The object at a position.
    /// - Parameter position: A position from 0 to below ``endIndex``.
    public subscript(position: Int) -> Owner { items[position] }
}

extension Page: Equatable where Owner: Equatable {}
