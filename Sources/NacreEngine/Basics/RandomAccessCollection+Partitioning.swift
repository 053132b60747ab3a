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

    /// Returns the same, for a predicate that holds for no element before an index. Searches from
    /// there in growing steps, so many searches in ascending order take no longer than a walk over
    /// all elements.
    func partitioningIndex(
        from start: Int, _ isInTail: (Element) throws -> Bool
    ) rethrows -> Int {
        var (low, step) = (start, 1)
        while low + step < endIndex, try !isInTail(self[low + step]) {
            low += step
            step *= 2
        }
        return try self[low..<Swift.min(low + step + 1, endIndex)].partitioningIndex(isInTail)
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

    /// Adds elements to an ascending array, and keeps its order.
    mutating func mergeSorted(_ others: [Element]) {
        var others = others
        if !zip(others, others.dropFirst()).allSatisfy({ $0 <= $1 }) { others.sort() }
        guard let first = others.first, let last = last, first < last else {
            return append(contentsOf: others)
        }
        let start = partitioningIndex { $0 > first }
        var tail = self[start...]
        removeSubrange(start...)
        reserveCapacity(count + tail.count + others.count)
        for other in others {
            while let next = tail.first, next <= other { append(tail.removeFirst()) }
            append(other)
        }
        append(contentsOf: tail)
    }

    /// Returns the elements in ascending order, each once.
    consuming func sortedWithoutRepeats() -> [Element] {
        sort()
        var kept = 0
        for place in indices where kept == 0 || self[kept - 1] != self[place] {
            self[kept] = self[place]
            kept += 1
        }
        removeSubrange(kept...)
        return self
    }
}
