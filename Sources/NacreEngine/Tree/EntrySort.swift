/// What is sorted by a tree's entry.
protocol TreeOrdered {
    var entry: TreeEntry { get }
}

extension TreeEntry: TreeOrdered {
    var entry: TreeEntry { self }

    /// One of the twelve bytes that decide the order, the lowest first: four of the row, then eight
    /// of the key.
    fileprivate func byte(_ place: Int) -> Int {
        let word = place < 4 ? UInt64(row) >> (8 * place) : key >> (8 * (place - 4))
        return Int(truncatingIfNeeded: word & 0xFF)
    }
}

extension RandomAccessCollection where Element: TreeOrdered, Index == Int {
    /// Where a key stands in elements whose keys ascend, no key twice.
    @inline(__always)
    func place(ofKey key: UInt64) -> Int? {
        guard let first = first?.entry.key, let last = last?.entry.key, first <= key, key <= last
        else { return nil }
        // Where no number is left out, the key says its place.
        let distance = key - first
        if distance < UInt64(count), self[startIndex + Int(distance)].entry.key == key {
            return startIndex + Int(distance)
        }
        let place = partitioningIndex { $0.entry.key >= key }
        return self[place].entry.key == key ? place : nil
    }
}

extension Array where Element: TreeOrdered {
    /// Sorts by entry; elements of one entry stay in their order.
    ///
    /// Many are dealt out by one byte after the other, the lowest first: a radix sort (Knuth, The
    /// Art of Computer Programming 3, 5.2.5). Bytes in which no two differ are passed over, and
    /// those of rows that ascend already.
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

    /// By which bytes there is something to sort.
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
