/// Keeps the best documents of a search.
struct TopHits {
    /// The documents as a heap: the worst one first.
    private var heap: [SearchHit] = []
    private let limit: Int
    private let isBefore: (UInt32, UInt32) throws -> Bool

    init(limit: Int, isBefore: @escaping (UInt32, UInt32) throws -> Bool) {
        self.limit = limit
        self.isBefore = isBefore
    }

    /// The least score of a document that may be taken.
    var threshold: Double? { heap.count < limit ? nil : heap.first?.score }

    /// Whether a document would be taken.
    func takes(_ hit: SearchHit) throws -> Bool {
        guard heap.count >= limit else { return true }
        guard let worst = heap.first else { return false }
        return try isBetter(hit, worst)
    }

    /// Takes a document if it is one of the best so far.
    mutating func offer(_ hit: SearchHit) throws {
        if heap.count < limit {
            heap.append(hit)
            try rise(heap.count - 1)
        } else if try takes(hit) {
            heap[0] = hit
            try sink()
        }
    }

    /// Returns the documents, the best one first.
    func sorted() throws -> [SearchHit] { try heap.sorted(by: isBetter) }

    private func isBetter(_ left: SearchHit, _ right: SearchHit) throws -> Bool {
        if left.score != right.score { return left.score > right.score }
        return try left.row != right.row && isBefore(left.row, right.row)
    }

    private mutating func rise(_ index: Int) throws {
        var child = index
        while child > 0 {
            let parent = (child - 1) / 2
            guard try isBetter(heap[parent], heap[child]) else { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }

    private mutating func sink() throws {
        var parent = 0
        while true {
            var worst = parent
            for child in 2 * parent + 1..<min(2 * parent + 3, max(heap.count, 2 * parent + 1)) {
                if try isBetter(heap[worst], heap[child]) { worst = child }
            }
            if worst == parent { return }
            heap.swapAt(parent, worst)
            parent = worst
        }
    }
}
