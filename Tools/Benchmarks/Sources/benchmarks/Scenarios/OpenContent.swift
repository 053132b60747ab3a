/// The content of an open store.
struct OpenContent<Content> {
    let content: Content
    let close: () throws -> Void
}
