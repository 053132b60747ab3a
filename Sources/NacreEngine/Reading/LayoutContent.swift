/// What a ``LayoutCache`` keeps of one layout, if it is no object by itself.
final class LayoutContent<Content> {
    let content: Content

    init(_ content: Content) { self.content = content }
}
