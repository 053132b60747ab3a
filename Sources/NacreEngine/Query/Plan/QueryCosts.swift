/// What looking at an object costs, in units of one that is read in the order of the log. Only time
/// depends on it, never an answer.
struct QueryCosts: Sendable {
    var scanned = 1.0
    /// By its row: a cache miss or two.
    var fetched = 6.0
    /// Its sort key is taken out, and compared with others.
    var sorted = 8.0
    /// An entry of an index, of which a row is marked.
    var marked = 0.2
    /// A column says whether it is in question.
    var columned = 0.03
}
