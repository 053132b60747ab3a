public import NacreEngine

extension Reader where Self: ~Escapable {
    /// The first objects of a request, as many as its limit says, and a cursor that leads to the
    /// next ones. Without a limit all objects are on one page.
    ///
    /// However deep a page lies: where an index has the order, as much is read as the page has
    /// objects. Without one, all objects that the filter holds for are looked at for each page.
    /// - Parameter request: with a limit of 1 or more, and with the cursor of the page before.
    /// - Throws: `invalidValue` if the limit is 0 or the cursor is one of another order, and what
    ///   reading throws.
    public func page<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Page<Owner> {
        try source.page(request)
    }
}
