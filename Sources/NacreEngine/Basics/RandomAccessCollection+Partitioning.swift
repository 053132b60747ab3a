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
