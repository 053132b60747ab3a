/// The JSON of a page.
///
/// ```json
/// {"items": [...], "next": "/issues?sort=-created&limit=100&after=...", "token": "..."}
/// ```
struct PageBody<Item: Encodable>: Encodable {
    var items: [Item]
    /// The path and query of the next page; missing on the last one. Also in the header `Link`.
    var next: String?
    /// The place in the history that the page shows. A client that has read all pages follows the
    /// feed from the token of the first one, and misses nothing.
    var token: String
}
