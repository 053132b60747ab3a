internal import NacreFormat

/// A query's objects in its order, if there are many: several threads can read pages of them at
/// once.
package struct SharedRecords {
    /// The number of objects.
    package let count: Int
    let execution: QueryExecution
    /// The objects in the order of the query; nil if an index provides each page.
    private let sorted: ArraySlice<FoundRecord>?

    /// The number of objects of a page. From two pages on, waking other threads pays.
    package static let pageSize = 4096

    static func isWorthIt(_ count: Int) -> Bool { count >= 2 * pageSize }

    init(_ sorted: ArraySlice<FoundRecord>, of execution: QueryExecution) {
        self.execution = execution
        self.sorted = sorted
        count = sorted.count
    }

    /// Returns nil if there are few objects, or if only the walk itself can tell where a page
    /// begins. In an index with many objects of one key, each page would sort all of them.
    init?(walking execution: QueryExecution) throws(StoreError) {
        guard case .walk(let index, _) = execution.plan.order, index.isUniqueExact,
            !index.attribute.isNullable, case .ranges = execution.plan.access,
            execution.query.after == nil, let count = try execution.knownCount(),
            Self.isWorthIt(count)
        else { return nil }
        self.execution = execution
        sorted = nil
        self.count = count
    }

    /// Calls `body` with all objects, on several threads at once.
    /// - Parameter body: Receives the object's position in the order, from 0 up, and the object.
    ///   Within each page, positions ascend without gaps. It must be thread-safe, which the
    ///   compiler does not check.
    package func forEach(_ body: (Int, FoundRecord) throws -> Void) throws {
        try forEachPage { try visit($0, body) }
    }

    /// Calls `body` with all objects, a block at a time, on several threads at once.
    /// - Parameters:
    ///   - size: The number of objects of each block but the last; a page has whole blocks.
    ///   - body: Receives the position of the block's first object, and the objects. It must be
    ///     thread-safe, which the compiler does not check.
    package func forEachBlock(
        of size: Int, _ body: (Int, ArraySlice<FoundRecord>) throws -> Void
    ) throws {
        try forEachPage { places in
            var block: [FoundRecord] = []
            block.reserveCapacity(size)
            try visit(places) { place, found in
                block.append(found)
                guard block.count == size || place == places.upperBound - 1 else { return }
                try body(place + 1 - block.count, block[...])
                block.removeAll(keepingCapacity: true)
            }
        }
    }

    /// Calls `body` with the places of each page, on several threads at once.
    func forEachPage(_ body: (Range<Int>) throws -> Void) throws {
        let pages = (count + Self.pageSize - 1) / Self.pageSize
        _ = try Lanes(pieces: pages, within: execution.source.limit).collect { lane in
            while let page = lane.takePiece() {
                let start = page * Self.pageSize
                try body(start..<min(start + Self.pageSize, count))
            }
        }
    }

    private func visit(
        _ places: Range<Int>, _ body: (Int, FoundRecord) throws -> Void
    ) throws {
        var place = places.lowerBound
        if let sorted {
            for found in sorted.dropFirst(place).prefix(places.count) {
                if place % RecordBlock.capacity == 0 { try execution.source.limit?.check() }
                try body(place, found)
                place += 1
            }
        } else {
            let window = RowWindow(
                skipping: execution.query.offset + place, taking: places.count)
            try execution.walk(window) { found in
                try body(place, found)
                place += 1
                return true
            }
        }
        guard place == places.upperBound else { throw tooFew() }
    }

    /// The index whose entries are the objects; nil if the objects were sorted.
    var walked: IndexDefinition? {
        guard sorted == nil, case .walk(let index, _) = execution.plan.order else { return nil }
        return index
    }

    /// Returns the index entries of some objects, without reading their records.
    func entries(at places: Range<Int>) throws(StoreError) -> [TreeEntry] {
        let start = execution.query.offset + places.lowerBound
        let entries = try execution.entries(at: start..<start + places.count)
        guard entries.count == places.count else { throw tooFew() }
        return entries
    }

    private func tooFew() -> StoreError {
        StoreError(
            .corrupt,
            "An index of '\(execution.definition.schema.name)' does not have as many objects as"
                + " it says. Run 'nacre verify' for a full list.",
            file: execution.source.storePath)
    }
}
