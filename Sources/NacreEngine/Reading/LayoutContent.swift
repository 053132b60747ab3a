/// A box for a ``LayoutCache`` element that is not an object itself.
final class LayoutContent<Content> {
    let content: Content

    init(_ content: Content) { self.content = content }
}
