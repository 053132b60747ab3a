/// An element that is sorted by its tree entry.
protocol TreeOrdered {
    var entry: TreeEntry { get }
}

extension TreeEntry: TreeOrdered {
    var entry: TreeEntry { self }

    /// Returns one of the twelve bytes that decide the order, the lowest first: four of the row,
    /// then eight of the key.
    fileprivate func byte(_ place: Int) -> Int {
        let word = place < 4 ? UInt64(row) >> (8 * place) : key >> (8 * (place - 4))
        return Int(truncatingIfNeeded: word & 0xFF)
    }
}

extension RandomAccessCollection where Element: TreeOrdered, Index == Int {
    /// Returns the index of a key in elements with ascending keys without duplicates.
    @inline(__always)
    func place(ofKey key: UInt64) -> Int? {
        guard let first = first?.entry.key, let last = last?.entry.key, first <= key, key <= last
        else { return nil }
        // If no number is missing, the key determines its index.
        let distance = key - first
        if distance < UInt64(count), self[startIndex + Int(distance)].entry.key == key {
            return startIndex + Int(distance)
        }
        let place = partitioningIndex { $0.entry.key >= key }
        return self[place].entry.key == key ? place : nil
    }
}

extension Array where Element: TreeOrdered {
    /// Sorts by entry. The sort is stable.
    ///
    /// Large arrays use a radix sort, the lowest byte first (Knuth, The Art of Computer Programming
    /// 3, 5.2.5). It skips bytes that are equal in all elements, and the bytes of the rows if these
    /// already ascend.
    mutating func sortByEntry() {
        guard count > 256 else {
            sort { $0.entry < $1.entry }
            return
        }
        let places = unsortedBytes
        guard !places.isEmpty else { return }
        var other = self
        for place in places {
            deal(by: place, to: &other)
            swap(&self, &other)
        }
    }

    /// The bytes by which the elements must be sorted.
    private var unsortedBytes: [Int] {
        let first = self[0].entry
        var differing = TreeEntry.min
        var (last, isSorted, hasSortedRows) = (first, true, true)
        for element in self {
            let entry = element.entry
            differing.key |= entry.key ^ first.key
            differing.row |= entry.row ^ first.row
            isSorted = isSorted && !(entry < last)
            hasSortedRows = hasSortedRows && last.row <= entry.row
            last = entry
        }
        if isSorted { return [] }
        return (hasSortedRows ? 4..<12 : 0..<12).filter { differing.byte($0) != 0 }
    }

    private func deal(by place: Int, to other: inout Self) {
        var targets = [Int](repeating: 0, count: 256)
        for element in self { targets[element.entry.byte(place)] += 1 }
        var sum = 0
        for value in 0..<256 { (targets[value], sum) = (sum, sum + targets[value]) }
        for element in self {
            let value = element.entry.byte(place)
            other[targets[value]] = element
            targets[value] += 1
        }
    }
}
