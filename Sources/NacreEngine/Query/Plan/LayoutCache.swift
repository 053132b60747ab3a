internal import NacreFormat

/// What is made once for each layout: most queries meet one, and it stays at hand.
struct LayoutCache<Element> {
    private let make: (Layout) throws -> Element
    private var last: (layout: Layout, element: Element)?
    private var others: [LayoutID: Element] = [:]

    init(_ make: @escaping (Layout) throws -> Element) { self.make = make }

    subscript(layout: Layout) -> Element {
        mutating get throws {
            if let last, last.layout === layout { return last.element }
            let element = try others[layout.id] ?? make(layout)
            others[layout.id] = element
            last = (layout, element)
            return element
        }
    }
}
