/// The pieces that some elements are cut into, each of them a node's. No array: for the first one
/// of ranges, the runtime looks through all conformances of the process, which opening a store has
/// no time for.
struct Pieces: RandomAccessCollection {
    private let elements: Int
    private let size: Int
    private let isEven: Bool
    let startIndex = 0
    let endIndex: Int

    /// Pieces of nearly the same size, of at most `size`.
    init(even elements: Int, of size: Int) { self.init(elements, size, isEven: true) }

    /// Pieces of `size`, and what is left.
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
