/// Sorts the occurrences of terms by term. They come by document, and stay so within each term.
@safe final class SortedOccurrences {
    // SAFETY: `ordinals` and `places` have room for `count` numbers. `ends[term]` is the place of
    // the next occurrence of a term; each term has as many places as the table counts occurrences.
    private let ordinals: UnsafeMutablePointer<UInt32>
    private let places: UnsafeMutablePointer<UInt32>
    private let ends: UnsafeMutablePointer<Int>
    private let terms: TermTable
    private let count: Int

    init(_ terms: TermTable, order: [Int], count: Int) {
        self.terms = terms
        self.count = count
        unsafe ordinals = .allocate(capacity: max(count, 1))
        unsafe places = .allocate(capacity: max(count, 1))
        unsafe ends = .allocate(capacity: max(terms.count, 1))
        var next = 0
        for term in order {
            unsafe ends[term] = next
            next += Int(terms[term].occurrences)
        }
        precondition(next == count)
    }

    deinit {
        unsafe ordinals.deallocate()
        unsafe places.deallocate()
        unsafe ends.deallocate()
    }

    /// Adds an occurrence.
    @inline(__always)
    func add(term: Int, ordinal: UInt32, place: UInt32) {
        precondition(term >= 0 && term < terms.count)
        let next = unsafe ends[term]
        precondition(next < count)
        unsafe ordinals[next] = ordinal
        unsafe places[next] = place
        unsafe ends[term] = next &+ 1
    }

    /// Adds the documents of a term to a list.
    func encode(_ term: Int, lengths: [UInt32], with encoder: ListEncoder) {
        precondition(term >= 0 && term < terms.count)
        let end = unsafe ends[term]
        var start = end - Int(terms[term].occurrences)
        while start < end {
            let ordinal = unsafe ordinals[start]
            var next = start + 1
            var isAscending = true
            while next < end, unsafe ordinals[next] == ordinal {
                if unsafe places[next] < places[next - 1] { isAscending = false }
                next += 1
            }
            var found = unsafe UnsafeMutableBufferPointer(
                start: places + start, count: next - start)
            // The fields of a document may come in any order.
            if !isAscending { unsafe found.sort() }
            unsafe encoder.add(
                ordinal, length: lengths[Int(ordinal)],
                places: UnsafeBufferPointer(found))
            start = next
        }
    }
}
