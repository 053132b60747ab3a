extension Array {
    /// Moves the first `count` elements of an order to the beginning, with the last of them at
    /// index `count - 1`. All others are left unordered. Costs a fraction of sorting.
    /// - Parameters:
    ///   - count: The number of elements, from 1 to all.
    ///   - precedes: A total order.
    mutating func select(
        first count: Int, by precedes: (Element, Element) throws -> Bool
    ) rethrows {
        var (low, high) = (0, self.count - 1)
        // Each round about halves the rest. The limit keeps adversarial values from causing more
        // work than a sort.
        var roundsLeft = 2 * (Int.bitWidth - self.count.leadingZeroBitCount)
        while low < high {
            guard roundsLeft > 0 else { return try sort(by: precedes) }
            roundsLeft -= 1
            let pivot = self[low + (high - low) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while try precedes(self[left], pivot) { left += 1 }
                while try precedes(pivot, self[right]) { right -= 1 }
                guard left <= right else { break }
                swapAt(left, right)
                left += 1
                right -= 1
            }
            // An element between the two is the pivot, in its final place.
            if count - 1 <= right {
                high = right
            } else if count - 1 >= left {
                low = left
            } else {
                return
            }
        }
    }
}
