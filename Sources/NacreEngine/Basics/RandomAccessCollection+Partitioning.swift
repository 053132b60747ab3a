extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element satisfies a predicate that holds for a tail of the
    /// elements.
    @inline(__always)
    func partitioningIndex(_ isInTail: (Element) throws -> Bool) rethrows -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if try isInTail(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Array where Element: Comparable {
    /// Returns the last element of an ascending array that is below a bound.
    func last(below bound: Element) -> Element? {
        let index = partitioningIndex { $0 >= bound }
        return index > 0 ? self[index - 1] : nil
    }

    /// Returns whether an ascending array contains an element.
    func containsSorted(_ element: Element) -> Bool {
        let index = partitioningIndex { $0 >= element }
        return index < count && self[index] == element
    }
}
