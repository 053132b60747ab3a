internal import NacreFormat

/// Many objects that a query asks for, in its order: pages of them can be read by several threads
/// at a time.
package struct SharedRecords {
    /// How many there are.
    package let count: Int
    private let execution: QueryExecution
    /// In the order of the query; nil where an index gives each page.
    private let sorted: ArraySlice<FoundRecord>?

    /// Objects that a page has. From two pages on, other threads are worth their waking.
    package static let pageSize = 4096

    static func isWorthIt(_ count: Int) -> Bool { count >= 2 * pageSize }

    init(_ sorted: ArraySlice<FoundRecord>, of execution: QueryExecution) {
        self.execution = execution
        self.sorted = sorted
        count = sorted.count
    }

    /// - Returns: nil where only the walk itself tells where a page begins, or if there are few
    ///   objects. Of an index that has many objects of one key, each page would sort them all.
    init?(walking execution: QueryExecution) {
        guard case .walk(let index, _) = execution.plan.order, index.isUniqueExact,
            !index.attribute.isNullable, case .ranges = execution.plan.access,
            execution.query.after == nil, let count = execution.knownCount, Self.isWorthIt(count)
        else { return nil }
        self.execution = execution
        sorted = nil
        self.count = count
    }

    /// Calls `body` with all objects, on several threads at a time.
    /// - Parameter body: gets the place of an object in the order as well, from 0 up. On each page
    ///   the places ascend without a gap. It must be good for several threads, which the compiler
    ///   does not check.
    package func forEach(_ body: (Int, FoundRecord) throws -> Void) throws {
        let pages = (count + Self.pageSize - 1) / Self.pageSize
        _ = try Lanes(pieces: pages).collect { lane in
            while let page = lane.takePiece() {
                try execution.source.limit?.check()
                let start = page * Self.pageSize
                try visit(start..<min(start + Self.pageSize, count), body)
            }
        }
    }

    private func visit(
        _ places: Range<Int>, _ body: (Int, FoundRecord) throws -> Void
    ) throws {
        var place = places.lowerBound
        if let sorted {
            for found in sorted.dropFirst(place).prefix(places.count) {
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
        guard place == places.upperBound else {
            throw StoreError(
                .corrupt,
                "An index of '\(execution.definition.schema.name)' does not have as many objects as"
                    + " it says. Run 'nacre verify' for a full list.",
                file: execution.source.storePath)
        }
    }
}
