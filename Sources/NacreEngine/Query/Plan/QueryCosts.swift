/// The costs of accessing an object, relative to reading one in log order. They affect only the
/// time, never the result.
struct QueryCosts: Sendable {
    var scanned = 1.0
    /// Reading an object by its row: a cache miss or two.
    var fetched = 6.0
    /// Extracting an object's sort key and comparing it with others.
    var sorted = 8.0
    /// Reading an index entry and marking its row.
    var marked = 0.2
    /// Testing an object against a column.
    var columned = 0.03
}
