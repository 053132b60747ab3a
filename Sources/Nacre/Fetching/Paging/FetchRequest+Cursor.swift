extension FetchRequest {
    /// Only the objects behind a cursor, whatever was inserted or deleted since: no object comes
    /// twice and none is left out, unless its own place in the order changes between two pages.
    ///
    /// The request must have the order of the one that the cursor's page came from; its filter and
    /// its limit may be others. An offset that the request has is dropped, since it led to the
    /// first page; one that is set after this counts from the cursor.
    /// - Parameter cursor: nil for the first page.
    /// - Returns: a request that throws `invalidValue` when fetched, if the cursor is one of
    ///   another order.
    public func after(_ cursor: Cursor<Owner>?) -> FetchRequest {
        var request = self
        request.cursor = cursor
        if cursor != nil { request.offset = 0 }
        return request
    }
}
