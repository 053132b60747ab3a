internal import NacreFormat

/// Up to 64 records of one entity, found together. Records are processed a block at a time: the
/// loads of many records overlap, and work that does not depend on the record is done once for all.
/// A mask with a bit for each record selects some of them.
///
/// Valid as long as their source: see ``FoundRecord``.
@safe struct RecordBlock: ~Copyable {
    static let capacity = 64

    private(set) var count = 0
    // SAFETY: the catalog of the records' source retains every layout.
    private var ownLayout: Unmanaged<Layout>?

    // SAFETY: `capacity` elements each. The first `count` are initialized; those of starts and
    // lengths only once the records are located. Each start is followed by as many readable bytes
    // as its length says.
    private let positions: UnsafeMutablePointer<UInt64>
    /// The rows, after the positions in the same allocation, because each query makes a block.
    private let rows: UnsafeMutablePointer<UInt32>
    private let starts: UnsafeMutablePointer<UnsafeRawPointer>
    /// The lengths, after the starts in the same allocation.
    private let lengths: UnsafeMutablePointer<UInt32>

    init() {
        unsafe (positions, rows) = Self.allocate(UInt64.self)
        unsafe (starts, lengths) = Self.allocate(UnsafeRawPointer.self)
    }

    deinit {
        unsafe UnsafeMutableRawPointer(positions).deallocate()
        unsafe UnsafeMutableRawPointer(starts).deallocate()
    }

    /// Allocates two arrays at once. malloc has pieces of this size at hand; one piece for all four
    /// arrays would be too large for that.
    private static func allocate<Wide>(
        _ type: Wide.Type
    ) -> (UnsafeMutablePointer<Wide>, UnsafeMutablePointer<UInt32>) {
        let size = capacity * MemoryLayout<Wide>.stride
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size + capacity * MemoryLayout<UInt32>.stride,
            alignment: MemoryLayout<Wide>.alignment)
        return unsafe (
            memory.bindMemory(to: Wide.self, capacity: capacity),
            (memory + size).bindMemory(to: UInt32.self, capacity: capacity)
        )
    }

    /// The layout of all records; nil if they have several.
    var layout: Layout? {
        get { unsafe ownLayout?.takeUnretainedValue() }
        set { unsafe ownLayout = newValue.map { unsafe .passUnretained($0) } }
    }

    /// The identity of ``layout``. Counts no references.
    @inline(__always)
    var layoutIdentifier: ObjectIdentifier? {
        unsafe ownLayout.map { unsafe ObjectIdentifier($0.takeUnretainedValue()) }
    }

    /// A mask of all records.
    var all: UInt64 { .ones(count) }

    var isFull: Bool { count == Self.capacity }

    // MARK: Rows and their records

    mutating func removeAll() { count = 0 }

    /// Looks up the positions of the rows. Each lookup causes several cache misses; here those of
    /// all rows overlap.
    mutating func lookUpPositions(in table: RowTable) {
        for index in 0..<count {
            let leaf = unsafe table.leaf(of: rows[index])
            leaf?.prefetch()
            unsafe positions[index] = leaf?.address ?? 0
        }
        for index in 0..<count {
            unsafe Node(address: positions[index])?.prefetchWord(RowTable.place(rows[index]))
        }
        for index in 0..<count {
            let leaf = unsafe Node(address: positions[index])
            unsafe positions[index] = leaf?.word(RowTable.place(rows[index])) ?? 0
        }
    }

    /// Adds a record, of which only the row is known, or also the position.
    @inline(__always)
    mutating func append(_ row: UInt32, at position: UInt64 = 0) {
        precondition(count < Self.capacity)
        unsafe rows[count] = row
        unsafe positions[count] = position
        count &+= 1
    }

    /// Sets the bytes of a record.
    /// - Parameter record: Exactly the record's bytes.
    @inline(__always)
    mutating func locate(_ index: Int, _ record: ByteView) {
        check(index)
        unsafe starts[index] = record.base
        unsafe lengths[index] = UInt32(truncatingIfNeeded: record.count)
    }

    // MARK: Reading

    @inline(__always)
    private func check(_ index: Int) { precondition(UInt(bitPattern: index) < UInt(count)) }

    @inline(__always)
    func row(_ index: Int) -> UInt32 {
        check(index)
        return unsafe rows[index]
    }

    @inline(__always)
    func position(_ index: Int) -> Position {
        check(index)
        return unsafe Position(positions[index])
    }

    @inline(__always)
    func record(_ index: Int) -> RecordView {
        check(index)
        return RecordView(trusted: unsafe ByteView(base: starts[index], count: Int(lengths[index])))
    }

    /// Returns one of the records with its layout, position and row; nil if the records have
    /// several layouts. Counts no references.
    @inline(__always)
    func found(_ index: Int) -> FoundRecord? {
        guard let layout = unsafe ownLayout else { return nil }
        return unsafe FoundRecord(
            record(index), layout, position(index), RowNumber(row(index)))
    }

    /// Returns the number at an offset of a record.
    /// - Parameter offset: The offset of a slot of the records' layout.
    @inline(__always)
    func load<Number: FixedWidthInteger>(
        _ type: Number.Type, _ index: Int, at offset: Int
    ) -> Number {
        check(index)
        return unsafe ByteView(base: starts[index], count: Int(lengths[index]))
            .load(type, at: offset)
    }
}
