internal import NacreFormat

/// Merges adjacent runs into one, list by list. Documents of older runs that newer ones of these
/// runs touch are dropped, and so are the touches themselves.
struct RunMerger {
    private let runs: [SearchRun]
    /// Whether no run is older, so that touched rows have no meaning any more.
    private let isOldest: Bool
    private let checkCancelled: () throws -> Void
    private var parts: RunParts
    /// The new ordinal of each document of each run; ``dropped`` if it has none.
    private var ordinals: [[UInt32]] = []
    private var places: [UInt32] = []

    private static let dropped = UInt32.max
    /// The terms between two checks for cancellation.
    private static let checkInterval = 256

    init(
        _ runs: [SearchRun], isOldest: Bool, checkCancelled: @escaping () throws -> Void
    ) throws(SearchError) {
        self.runs = runs
        self.isOldest = isOldest
        self.checkCancelled = checkCancelled
        let fieldCount = runs.first?.fieldCount ?? 1
        guard runs.allSatisfy({ $0.fieldCount == fieldCount }) else {
            throw .damaged(offset: 12, reason: "runs of other fields")
        }
        let size = runs.reduce(0) { $0 + $1.bytes.count }
        parts = RunParts(fieldCount: fieldCount, capacity: min(size, Int(UInt32.max)))
    }

    mutating func merge() throws -> SearchRun {
        try mergeRows()
        try mergeTerms()
        return try parts.finish()
    }

    // MARK: Rows

    private mutating func mergeRows() throws(SearchError) {
        var dead = runs.map { _ in DeadDocuments() }
        var touched: Set<UInt32> = []
        for (index, run) in runs.enumerated() {
            parts.touchedDocuments += run.touchedDocuments
            parts.touchedLengthSum += run.touchedLengthSum
            for row in try run.touchedRows() {
                var isFirst = true
                for older in 0..<index {
                    guard let ordinal = runs[older].ordinal(of: row) else { continue }
                    isFirst = false
                    if dead[older].contains(ordinal) { continue }
                    dead[older].insert(ordinal, of: runs[older].documentCount)
                    parts.touchedDocuments -= 1
                    parts.touchedLengthSum -= Int(runs[older].length(of: ordinal))
                }
                // Otherwise the row's first text came after the run before these.
                if isFirst, !isOldest { touched.insert(row) }
            }
        }
        if isOldest {
            parts.touchedDocuments = 0
            parts.touchedLengthSum = 0
        }
        guard parts.touchedLengthSum >= 0, 0...touched.count ~= parts.touchedDocuments else {
            throw .damaged(offset: 24, reason: "touched rows")
        }
        parts.touched = touched.sorted()
        try mergeDocuments(dead)
    }

    /// Gives the documents their new ordinals, in the order of their rows.
    private mutating func mergeDocuments(_ dead: [DeadDocuments]) throws(SearchError) {
        ordinals = runs.map { Array(repeating: Self.dropped, count: $0.documentCount) }
        var next = runs.map { _ in 0 }
        func skipDead(_ index: Int) {
            while next[index] < runs[index].documentCount,
                dead[index].contains(UInt32(next[index]))
            {
                next[index] += 1
            }
        }
        for index in runs.indices { skipDead(index) }
        while true {
            var least: (row: UInt32, run: Int)?
            for (index, run) in runs.enumerated() where next[index] < run.documentCount {
                let row = run.row(of: UInt32(next[index]))
                if least.map({ row < $0.row }) ?? true { least = (row, index) }
            }
            guard let least else { return }
            guard parts.rows.last.map({ $0 < least.row }) ?? true, least.row < RunLayout.rowsMax
            else { throw .damaged(offset: 0, reason: "rows of merged runs") }
            let ordinal = next[least.run]
            ordinals[least.run][ordinal] = UInt32(parts.rows.count)
            parts.rows.append(least.row)
            parts.lengths.append(runs[least.run].length(of: UInt32(ordinal)))
            next[least.run] += 1
            skipDead(least.run)
        }
    }

    // MARK: Terms

    private mutating func mergeTerms() throws {
        let encoder = ListEncoder(fieldCount: parts.fieldCount)
        let cursors = runs.map(DictionaryCursor.init)
        let term = RunMemory(capacity: RunLayout.termMax)
        defer { withExtendedLifetime((cursors, term)) {} }
        let lists = runs.map { PostingCursor($0) }
        var active: [Int] = []
        var remaining: [Int] = []
        var sources: [MergeSource] = []
        for index in runs.indices where try cursors[index].advance() { active.append(index) }
        var untilCheck = Self.checkInterval
        while let first = active.first {
            var least = first
            for index in active.dropFirst()
            where cursors[index].term.compare(cursors[least].term) < 0 {
                least = index
            }
            term.removeAll()
            term.append(cursors[least].term)
            sources.removeAll(keepingCapacity: true)
            remaining.removeAll(keepingCapacity: true)
            var removed = 0
            for index in active {
                if cursors[index].term.isEqual(to: term.view) {
                    removed += cursors[index].entry.removed
                    if cursors[index].entry.documents > 0 {
                        try lists[index].open(cursors[index].entry)
                        sources.append(MergeSource(run: index, cursor: lists[index]))
                    }
                    guard try cursors[index].advance() else { continue }
                    if cursors[index].term.compare(term.view) <= 0 {
                        throw SearchError.damaged(offset: 0, reason: "order of terms")
                    }
                }
                remaining.append(index)
            }
            swap(&active, &remaining)
            removed -= try mergeLists(&sources, into: encoder)
            if isOldest { removed = 0 }
            guard removed >= 0 else {
                throw SearchError.damaged(offset: 0, reason: "documents of a removed term")
            }
            if removed > 0 || encoder.documents > 0 {
                try parts.append(term.view, removed: removed, list: encoder)
            }
            untilCheck -= 1
            if untilCheck == 0 {
                untilCheck = Self.checkInterval
                try checkCancelled()
            }
        }
    }

    /// One of the lists that are merged, at its next document that is kept.
    private struct MergeSource {
        let run: Int
        let cursor: PostingCursor
        /// The new ordinal of the cursor's document.
        var ordinal: UInt32 = 0
    }

    /// Adds the documents of some lists to one list.
    /// - Returns: The number of documents that are dropped.
    private mutating func mergeLists(
        _ sources: inout [MergeSource], into encoder: ListEncoder
    ) throws(SearchError) -> Int {
        var dropped = 0
        var index = 0
        while index < sources.count {
            if try advance(&sources[index], &dropped) {
                index += 1
            } else {
                sources.remove(at: index)
            }
        }
        while !sources.isEmpty {
            var least = 0
            for index in 1..<sources.count
            where sources[index].ordinal < sources[least].ordinal {
                least = index
            }
            let ordinal = sources[least].ordinal
            places.removeAll(keepingCapacity: true)
            try sources[least].cursor.appendPlaces(to: &places)
            guard !places.isEmpty else {
                throw .damaged(offset: 0, reason: "document without a place")
            }
            let length = parts.lengths[Int(ordinal)]
            unsafe places.withUnsafeBufferPointer {
                unsafe encoder.add(ordinal, length: length, places: $0)
            }
            if try !advance(&sources[least], &dropped) { sources.remove(at: least) }
        }
        return dropped
    }

    /// Moves a list to its next document that is kept.
    /// - Returns: False if there is none.
    private func advance(
        _ source: inout MergeSource, _ dropped: inout Int
    ) throws(SearchError) -> Bool {
        while true {
            try source.cursor.advance()
            if source.cursor.current == PostingCursor.end { return false }
            let ordinal = ordinals[source.run][source.cursor.current]
            if ordinal != Self.dropped {
                source.ordinal = ordinal
                return true
            }
            dropped += 1
        }
    }
}
