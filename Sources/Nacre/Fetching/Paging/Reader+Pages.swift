public import NacreEngine

extension Reader where Self: ~Escapable {
    /// Returns the first objects of a request, up to its limit, and a cursor that leads to the next
    /// ones. If the request has no limit, all objects are on one page.
    ///
    /// If an index has the order, only the objects of the page are read, however many pages are
    /// before it. Otherwise, all objects that match the filter are read for each page.
    /// - Parameter request: The request, with a limit of 1 or more, and with the cursor of the
    ///   previous page.
    /// - Throws: `invalidValue` if the limit is 0 or the cursor belongs to another order, and the
    ///   errors of reading.
    public func page<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Page<Owner> {
        try source.page(request)
    }
}
