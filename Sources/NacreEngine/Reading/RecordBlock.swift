internal import NacreFormat

/// Up to 64 records of one entity, found together. What is asked of records is asked of a block of
/// them at a time: the loads of many records overlap, and what does not differ from record to
/// record is done once for all of them. Which of them are meant, a mask says, a bit for each.
///
/// Good as long as what they were found in: see ``FoundRecord``.
@safe struct RecordBlock: ~Copyable {
    static let capacity = 64

    private(set) var count = 0
    // SAFETY: the catalog of what the records were found in holds every layout.
    private var ownLayout: Unmanaged<Layout>?

    // SAFETY: `capacity` elements each; the first `count` are initialized, of starts and lengths
    // once they are located. A start has as many readable bytes behind it as the length says.
    private let positions: UnsafeMutablePointer<UInt64>
    /// Behind the positions, in the same piece of memory: each query makes a block.
    private let rows: UnsafeMutablePointer<UInt32>
    private let starts: UnsafeMutablePointer<UnsafeRawPointer>
    /// Behind the starts.
    private let lengths: UnsafeMutablePointer<UInt32>

    init() {
        unsafe (positions, rows) = Self.allocate(UInt64.self)
        unsafe (starts, lengths) = Self.allocate(UnsafeRawPointer.self)
    }

    deinit {
        unsafe UnsafeMutableRawPointer(positions).deallocate()
        unsafe UnsafeMutableRawPointer(starts).deallocate()
    }

    /// Of this size malloc has pieces at hand; one piece for all would be too large for that.
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

    /// Of every record; nil if they have several.
    var layout: Layout? {
        get { unsafe ownLayout?.takeUnretainedValue() }
        set { unsafe ownLayout = newValue.map { unsafe .passUnretained($0) } }
    }

    /// Counts no references.
    @inline(__always)
    var layoutIdentifier: ObjectIdentifier? {
        unsafe ownLayout.map { unsafe ObjectIdentifier($0.takeUnretainedValue()) }
    }

    /// A bit for each record.
    var all: UInt64 { .ones(count) }

    var isFull: Bool { count == Self.capacity }

    // MARK: Filling

    mutating func removeAll() { count = 0 }

    /// Finds the positions of the rows. Each look-up waits for memory several times: here all of
    /// them wait together.
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

    /// One more record, of which only the place is known yet, or not even that.
    @inline(__always)
    mutating func append(_ row: UInt32, at position: UInt64 = 0) {
        precondition(count < Self.capacity)
        unsafe rows[count] = row
        unsafe positions[count] = position
        count &+= 1
    }

    /// Says where a record is.
    /// - Parameter record: exactly its bytes.
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

    /// One of the records, with what is known of it; nil if they have several layouts. Counts no
    /// references.
    @inline(__always)
    func found(_ index: Int) -> FoundRecord? {
        guard let layout = unsafe ownLayout else { return nil }
        return unsafe FoundRecord(
            record(index), layout, position(index), RowNumber(row(index)))
    }

    /// The number at an offset of a record.
    /// - Parameter offset: of a slot of the records' layout.
    @inline(__always)
    func load<Number: FixedWidthInteger>(
        _ type: Number.Type, _ index: Int, at offset: Int
    ) -> Number {
        check(index)
        return unsafe ByteView(base: starts[index], count: Int(lengths[index]))
            .load(type, at: offset)
    }
}
