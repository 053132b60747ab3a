internal import NacreFormat

/// A reader that finds the records of one entity, a block at a time. Usually a record is in the
/// same segment as the previous one and has the same layout, so those lookups are reused.
@safe struct BlockReader: ~Copyable {
    private let source: StoreView
    private let entity: EntityNumber
    private let table: RowTable
    // SAFETY: the source retains it.
    private let checkedRows: Unmanaged<CheckedRows>?
    private var layout: Layout?
    /// The usual record of that layout. Reading it from the layout for each record would count a
    /// reference each time.
    private var usual: UsualRecord?

    private var segment = Segment()
    /// The segment before that one. Updates leave neighbouring rows in two segments by turns.
    private var former = Segment()

    private struct Segment {
        var number = SegmentNumber(0)
        /// The bytes of the segment; nil if each position must be looked up separately.
        var bytes: ByteView?
        var isChecked = false
    }

    private(set) var block = RecordBlock()
    /// Whether the positions of the block's rows are still to be looked up.
    private var looksUp = false

    init(of definition: EntityDefinition, in source: StoreView) {
        self.source = source
        entity = definition.schema.number
        table = source.roots(of: entity).rows
        unsafe checkedRows = source.checkedRows.map { unsafe .passUnretained($0) }
        use(definition.layout)
    }

    private mutating func use(_ layout: Layout?) {
        self.layout = layout
        usual = layout.map { UsualRecord($0) }
    }

    // MARK: Rows

    mutating func removeAll() {
        block.removeAll()
        looksUp = false
    }

    /// Adds a row without its position.
    /// - Parameter row: The row. In one block, either all rows are added with their positions, or
    ///   all without.
    @inline(__always)
    mutating func append(_ row: UInt32) {
        block.append(row)
        looksUp = true
    }

    /// Adds a row with its position.
    /// - Parameter position: The row's position.
    @inline(__always)
    mutating func append(_ row: UInt32, at position: UInt64) { block.append(row, at: position) }

    // MARK: Records

    /// Finds the records of all rows that were added.
    mutating func locate() throws(StoreError) {
        try source.limit?.check()
        block.layout = layout
        if looksUp { block.lookUpPositions(in: table) }
        prefetch()
        for index in 0..<block.count {
            if !locatesUsual(index) { try locateAny(index) }
        }
    }

    /// Prefetches the block's records. They are far apart, and each costs a cache miss; here all
    /// misses overlap.
    @inline(__always)
    private mutating func prefetch() {
        guard let usual else { return }
        for index in 0..<block.count {
            let position = block.position(index)
            if position.segment != segment.number { enter(position.segment) }
            if let bytes = segment.bytes { usual.prefetch(at: position.offset, in: bytes) }
        }
    }

    /// Prefetches records that are needed soon, while others are being processed. Skips those in
    /// other segments.
    @inline(__always)
    func prefetch(_ leaf: Node, from start: Int) {
        guard let bytes = segment.bytes, let usual else { return }
        leaf.forEachWord(from: start, RecordBlock.capacity) { _, word in
            let position = Position(word)
            if position.segment == segment.number { usual.prefetch(at: position.offset, in: bytes) }
        }
    }

    /// Finds a record that is like the previous one. Returns false if it is not.
    @inline(__always)
    private mutating func locatesUsual(_ index: Int) -> Bool {
        let position = block.position(index)
        if position.segment != segment.number { enter(position.segment) }
        guard let bytes = segment.bytes,
            let record = usual?.record(at: position.offset, in: bytes)
        else { return false }
        if !segment.isChecked {
            let row = RowNumber(block.row(index))
            // Retaining it each time would contend with other threads.
            let isChecked = unsafe checkedRows?._withUnsafeGuaranteedRef {
                $0.contains(row, of: entity)
            }
            guard isChecked == true else { return false }
        }
        block.locate(index, record.bytes)
        return true
    }

    /// Finds a record, or throws an error that describes its damage.
    private mutating func locateAny(_ index: Int) throws(StoreError) {
        let found = try source.record(
            at: block.position(index), row: RowNumber(block.row(index)), of: entity,
            verifying: false)
        block.locate(index, found.record.bytes)
        guard layout !== found.layout else { return }
        if index == 0 {
            use(found.layout)
            block.layout = found.layout
        } else {
            block.layout = nil
        }
    }

    private mutating func enter(_ number: SegmentNumber) {
        swap(&segment, &former)
        if segment.number == number { return }
        segment = Segment(
            number: number, bytes: source.wholeSegment(number),
            isChecked: source.isChecked(number))
    }

    /// Returns one of the records.
    @inline(__always)
    func found(_ index: Int) throws(StoreError) -> FoundRecord {
        if let found = block.found(index) { return found }
        return try foundAmongOthers(index)
    }

    /// Returns one of the records of a block with several layouts.
    private func foundAmongOthers(_ index: Int) throws(StoreError) -> FoundRecord {
        let (record, position) = (block.record(index), block.position(index))
        guard let layout = source.catalog.layout(record.layout) else {
            throw source.damaged(position, "the record's layout \(record.layout) does not exist")
        }
        return FoundRecord(
            record: record, layout: layout, position: position, row: RowNumber(block.row(index)))
    }
}

extension BlockReader {
    /// Calls `body` with the objects of one leaf of the entity's row table, a block at a time,
    /// until it returns false.
    /// - Parameters:
    ///   - first: The first row of the leaf.
    ///   - next: The leaf to be read afterwards, if it is known.
    /// - Returns: False if `body` has returned false.
    mutating func forEachBlock(
        of leaf: Node, from first: UInt32, before next: Node? = nil,
        _ body: (borrowing BlockReader) throws -> Bool
    ) throws -> Bool {
        for half in 0..<Node.tableCapacity / RecordBlock.capacity {
            removeAll()
            let start = half * RecordBlock.capacity
            leaf.forEachWord(from: start, RecordBlock.capacity) { place, word in
                if word != 0 { append(first + UInt32(place), at: word) }
            }
            if block.count == 0 { continue }
            try locate()
            if half == 0 {
                prefetch(leaf, from: RecordBlock.capacity)
            } else if let next {
                prefetch(next, from: 0)
            }
            guard try body(self) else { return false }
        }
        return true
    }
}
