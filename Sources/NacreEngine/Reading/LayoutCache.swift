internal import NacreFormat

/// A cache of elements made once for each layout. Most queries meet one layout, which has a fast
/// path.
struct LayoutCache<Element: AnyObject> {
    private let make: (Layout) throws -> Element
    /// The last layout, which the source's catalog retains.
    private var lastLayout: ObjectIdentifier?
    private var lastElement: Element?
    private var lastID = LayoutID(0)
    /// The elements of layouts before the last one.
    private var others: [LayoutID: Element] = [:]

    init(_ make: @escaping (Layout) throws -> Element) { self.make = make }

    subscript(layout: Layout) -> Element {
        @inline(__always)
        mutating get throws {
            if let lastElement, lastLayout == ObjectIdentifier(layout) { return lastElement }
            return try other(layout)
        }
    }

    /// Returns the element for the one layout of a block's records; nil if they have several. Does
    /// not retain the layout: several threads call this at once, and counting references would make
    /// them contend.
    @inline(__always)
    mutating func element(for block: borrowing RecordBlock) throws -> Element? {
        guard let identifier = block.layoutIdentifier else { return nil }
        if let lastElement, lastLayout == identifier { return lastElement }
        guard let layout = block.layout else { return nil }
        return try other(layout)
    }

    private mutating func other(_ layout: Layout) throws -> Element {
        let element = try others[layout.id] ?? make(layout)
        if let lastElement { others[lastID] = lastElement }
        lastID = layout.id
        lastLayout = ObjectIdentifier(layout)
        lastElement = element
        return element
    }
}
