/// The pieces into which elements are divided, one per node. Not an array: for the first array of
/// ranges, the runtime searches all conformances of the process, which is too slow for opening a
/// store.
struct Pieces: RandomAccessCollection {
    private let elements: Int
    private let size: Int
    private let isEven: Bool
    let startIndex = 0
    let endIndex: Int

    /// Makes pieces of nearly equal size, of at most `size` elements.
    init(even elements: Int, of size: Int) { self.init(elements, size, isEven: true) }

    /// Makes pieces of `size` elements, and a last one of the rest.
    init(full elements: Int, of size: Int) { self.init(elements, size, isEven: false) }

    private init(_ elements: Int, _ size: Int, isEven: Bool) {
        self.elements = elements
        self.size = size
        self.isEven = isEven
        endIndex = (elements + size - 1) / size
    }

    subscript(place: Int) -> Range<Int> {
        isEven
            ? elements * place / count..<elements * (place + 1) / count
            : size * place..<Swift.min(size * (place + 1), elements)
    }
}
