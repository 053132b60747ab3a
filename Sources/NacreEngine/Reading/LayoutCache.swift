internal import NacreFormat

/// What is made once for each layout: most queries meet one, and it stays at hand.
struct LayoutCache<Element: AnyObject> {
    private let make: (Layout) throws -> Element
    /// The source's catalog holds it.
    private var lastLayout: ObjectIdentifier?
    private var lastElement: Element?
    private var others: [LayoutID: Element] = [:]

    init(_ make: @escaping (Layout) throws -> Element) { self.make = make }

    subscript(layout: Layout) -> Element {
        @inline(__always)
        mutating get throws {
            if let lastElement, lastLayout == ObjectIdentifier(layout) { return lastElement }
            return try other(layout)
        }
    }

    /// Of the one layout of a block's records; nil if they have several. Several threads ask at the
    /// same time: who counted references to the layout would wait for the others.
    @inline(__always)
    mutating func element(for block: borrowing RecordBlock) throws -> Element? {
        guard let identifier = block.layoutIdentifier else { return nil }
        if let lastElement, lastLayout == identifier { return lastElement }
        guard let layout = block.layout else { return nil }
        return try other(layout)
    }

    private mutating func other(_ layout: Layout) throws -> Element {
        let element = try others[layout.id] ?? make(layout)
        others[layout.id] = element
        lastLayout = ObjectIdentifier(layout)
        lastElement = element
        return element
    }
}
