extension FetchRequest {
    /// Restricts the request to the objects after a cursor, whatever was inserted or deleted since:
    /// no object comes twice and none is left out, unless its own place in the order changes
    /// between two pages.
    ///
    /// The request must have the same order as the request of the cursor's page; its filter and its
    /// limit may differ. An offset that the request has is dropped, because it led to the first
    /// page. An offset that is set after this call counts from the cursor.
    /// - Parameter cursor: The cursor; nil for the first page.
    /// - Returns: The request, which throws `invalidValue` when it is fetched if the cursor belongs
    ///   to another order.
    public func after(_ cursor: Cursor<Owner>?) -> FetchRequest {
        var request = self
        request.cursor = cursor
        if cursor != nil { request.offset = 0 }
        return request
    }
}
