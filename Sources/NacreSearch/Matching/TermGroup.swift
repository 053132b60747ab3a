/// Walks the documents that have at least one of some terms, and gives their places.
final class TermGroup {
    private let cursors: [PostingCursor]
    /// The numbers of the cursors, as a heap: none is before its parent.
    @safe @exclusivity(unchecked) private var heap: [Int]
    private let context: EvaluationContext
    let documents: Int
    @safe @exclusivity(unchecked) private(set) var current = -1

    init(_ cursors: [PostingCursor], _ context: EvaluationContext) {
        self.cursors = cursors
        self.context = context
        heap = Array(cursors.indices)
        documents = cursors.reduce(0) { $0 + $1.documents }
        if cursors.isEmpty { current = PostingCursor.end }
    }

    func advance(to target: Int) throws {
        guard current < target else { return }
        if cursors.count == 1 {
            try cursors[0].advance(to: target)
            current = cursors[0].current
            return
        }
        while cursors[heap[0]].current < target {
            try context.count()
            try cursors[heap[0]].advance(to: target)
            sink()
        }
        current = cursors[heap[0]].current
    }

    /// Restores the heap after its first cursor has moved.
    private func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if cursors[heap[child]].current < cursors[heap[least]].current { least = child }
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    /// Replaces places by those of the current document, ascending. To be called at most once for
    /// each document.
    func readPlaces(into places: inout [UInt32]) throws {
        places.removeAll(keepingCapacity: true)
        if cursors.count == 1 { return try cursors[0].appendPlaces(to: &places) }
        var found = 0
        for cursor in cursors where cursor.current == current {
            try cursor.appendPlaces(to: &places)
            found += 1
        }
        if found > 1 { places.sort() }
    }
}
