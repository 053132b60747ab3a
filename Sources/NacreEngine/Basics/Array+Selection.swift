extension Array {
    /// Brings the first elements of an order to the beginning, the last of them to the end of
    /// these, and the others in no order: a fraction of what sorting takes.
    /// - Parameters:
    ///   - count: how many; 1 to all.
    ///   - precedes: a total order.
    mutating func select(
        first count: Int, by precedes: (Element, Element) throws -> Bool
    ) rethrows {
        var (low, high) = (0, self.count - 1)
        // Each round halves what is left, more or less; who chose the values can at most have them
        // sorted.
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
            // What stands between them is the pivot, in its place.
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
