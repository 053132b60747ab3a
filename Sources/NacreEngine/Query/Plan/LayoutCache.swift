internal import NacreFormat

/// What is made once for each layout: most queries meet one, and it stays at hand.
struct LayoutCache<Element: AnyObject> {
    private let make: (Layout) throws -> Element
    private var lastLayout: Layout?
    private var lastElement: Element?
    private var others: [LayoutID: Element] = [:]

    init(_ make: @escaping (Layout) throws -> Element) { self.make = make }

    subscript(layout: Layout) -> Element {
        @inline(__always)
        mutating get throws {
            if let lastElement, lastLayout === layout { return lastElement }
            return try other(layout)
        }
    }

    private mutating func other(_ layout: Layout) throws -> Element {
        let element = try others[layout.id] ?? make(layout)
        others[layout.id] = element
        lastLayout = layout
        lastElement = element
        return element
    }
}
