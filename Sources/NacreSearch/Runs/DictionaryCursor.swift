internal import NacreFormat

/// Walks the dictionary of a run, in ascending order of its terms.
@safe final class DictionaryCursor {
    private let run: SearchRun
    @safe @exclusivity(unchecked) private var reader: RunReader
    /// The number of the next term.
    @safe @exclusivity(unchecked) private var next = 0
    /// The offset of the next list in the section of postings.
    @safe @exclusivity(unchecked) private var nextList = 0

    // SAFETY: room for a term of 255 bytes, of which the first `count` are initialised. Terms are
    // written by `readTerm` only, which checks their length.
    private let buffer: UnsafeMutableRawPointer
    @safe @exclusivity(unchecked) private var count = 0

    /// The entry of the present term.
    @safe @exclusivity(unchecked) private(set) var entry = TermEntry()
    /// The number of bytes at the front that the present term shares with the one before.
    @safe @exclusivity(unchecked) private(set) var shared = 0

    /// The present term. Valid until the cursor moves, and while it is retained.
    var term: ByteView { unsafe ByteView(base: buffer, count: count) }

    /// Makes a cursor before the first term.
    init(_ run: SearchRun) {
        self.run = run
        reader = RunReader(run, run.range(of: .terms))
        unsafe buffer = .allocate(byteCount: RunLayout.termMax + 1, alignment: 8)
    }

    deinit { unsafe buffer.deallocate() }

    /// Moves to the next term.
    /// - Returns: False if there is none.
    func advance() throws(SearchError) -> Bool {
        guard next < run.termCount else { return false }
        if next % RunLayout.dictionaryBlock == 0 {
            let block = next / RunLayout.dictionaryBlock
            reader = RunReader(run, try range(ofBlock: block))
            nextList = Int(run.bytes.load(UInt32.self, at: blockOffset(block) + 4))
            try readTerm(shared: 0)
        } else {
            try readTerm(shared: Int(try reader.byte()))
        }
        let documents = Int(try reader.varint())
        entry.documents = documents >> 1
        entry.removed = documents & 1 == 0 ? 0 : Int(try reader.varint())
        let length = entry.documents == 0 ? 0 : Int(try reader.varint())
        let postings = run.range(of: .postings)
        guard entry.documents <= run.documentCount, entry.removed <= run.touchedDocuments else {
            throw reader.damaged("documents of a term")
        }
        guard nextList <= postings.count, length <= postings.count - nextList else {
            throw reader.damaged("list of a term")
        }
        let start = postings.lowerBound + nextList
        entry.list = start..<start + length
        nextList += length
        next += 1
        return true
    }

    /// Moves to the first term that is not less than `target`.
    /// - Returns: False if there is none.
    func seek(_ target: ByteView) throws(SearchError) -> Bool {
        // The last block whose first term is not greater.
        var low = 0
        var high = (run.termCount + RunLayout.dictionaryBlock - 1) / RunLayout.dictionaryBlock
        while low < high {
            let middle = (low + high) / 2
            if try compareFirst(ofBlock: middle, to: target) <= 0 {
                low = middle + 1
            } else {
                high = middle
            }
        }
        next = max(low - 1, 0) * RunLayout.dictionaryBlock
        while try advance() {
            if term.compare(target) >= 0 { return true }
        }
        return false
    }

    private func readTerm(shared: Int) throws(SearchError) {
        let suffix = Int(try reader.byte())
        guard shared <= count, shared + suffix <= RunLayout.termMax, shared + suffix > 0 else {
            throw reader.damaged("length of a term")
        }
        let start = reader.offset
        try reader.skip(suffix)
        if suffix > 0 {
            unsafe (buffer + shared).copyMemory(
                from: run.bytes[start..<start + suffix].base, byteCount: suffix)
        }
        count = shared + suffix
        self.shared = shared
    }

    private func blockOffset(_ block: Int) -> Int {
        run.range(of: .termBlocks).lowerBound + block * 8
    }

    /// Returns the bytes of a block, checked.
    private func range(ofBlock block: Int) throws(SearchError) -> Range<Int> {
        let offset = blockOffset(block)
        let terms = run.range(of: .terms)
        let start = Int(run.bytes.load(UInt32.self, at: offset))
        let isLast = (block + 1) * RunLayout.dictionaryBlock >= run.termCount
        let end = isLast ? terms.count : Int(run.bytes.load(UInt32.self, at: offset + 8))
        guard start <= end, end <= terms.count else {
            throw .damaged(offset: offset, reason: "offset of a block of terms")
        }
        let range = terms.lowerBound + start..<terms.lowerBound + end
        try run.check(range)
        return range
    }

    private func compareFirst(
        ofBlock block: Int, to target: ByteView
    ) throws(SearchError) -> Int {
        var reader = RunReader(run, try range(ofBlock: block))
        let count = Int(try reader.byte())
        let start = reader.offset
        try reader.skip(count)
        return run.bytes[start..<start + count].compare(target)
    }
}

extension SearchRun {
    /// Whether the dictionary has a term, of a document or of a removed text.
    package func hasTerm(_ term: [UInt8]) throws(SearchError) -> Bool {
        try term.withView { (view) throws(SearchError) in try entry(of: view) != nil }
    }

    /// Returns the entry of a term, or nil if the dictionary does not have it.
    func entry(of term: ByteView) throws(SearchError) -> TermEntry? {
        let cursor = DictionaryCursor(self)
        guard try cursor.seek(term), cursor.term.isEqual(to: term) else { return nil }
        return cursor.entry
    }

    /// Calls a closure with each term that matches a searched term, in ascending order.
    /// - Parameter body: Is given the term, its entry, and its number of edits.
    func forEachMatch(
        of term: SearchedTerm, _ body: (ByteView, TermEntry, _ edits: Int) throws -> Void
    ) throws {
        let cursor = DictionaryCursor(self)
        defer { withExtendedLifetime(cursor) {} }
        switch term.match {
        case .exact:
            try term.bytes.withView { bytes in
                if try cursor.seek(bytes), cursor.term.isEqual(to: bytes) {
                    try body(cursor.term, cursor.entry, 0)
                }
            }
        case .prefix:
            try term.bytes.withView { bytes in
                var isFound = try cursor.seek(bytes)
                while isFound, cursor.term.hasPrefix(bytes) {
                    try body(cursor.term, cursor.entry, 0)
                    isFound = try cursor.advance()
                }
            }
        case .fuzzy(let edits):
            var pattern = FuzzyPattern(term.bytes, edits: edits)
            while try cursor.advance() {
                if let found = pattern.distance(to: cursor.term, shared: cursor.shared) {
                    try body(cursor.term, cursor.entry, found)
                }
            }
        }
    }
}
