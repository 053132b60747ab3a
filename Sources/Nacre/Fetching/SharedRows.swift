internal import NacreEngine

/// The records of many objects, which several threads decode into one array.
@usableFromInline
struct SharedRows {
    private let records: SharedRecords
    private let reader: ObjectReader
    private let snapshot: DatabaseSnapshot

    init(_ records: SharedRecords, of reader: ObjectReader, in snapshot: DatabaseSnapshot) {
        self.records = records
        self.reader = reader
        self.snapshot = snapshot
    }

    @usableFromInline var count: Int { records.count }

    @usableFromInline static var pageSize: Int { SharedRecords.pageSize }

    /// Calls a closure for all records, on several threads.
    /// - Parameter body: Receives the index of the object and its row. Each thread works on whole
    ///   pages; the indexes within a page ascend without gaps.
    @usableFromInline
    func forEach(_ body: (Int, inout ObjectDecoder) throws -> Void) throws {
        let rows = reader.rows
        try records.forEach { place, found in
            try reader.read(found, in: snapshot, by: rows) { row in try body(place, &row) }
        }
    }

    /// Requests huge pages for the memory of an array.
    /// - Parameter memory: The memory for many objects, not written to yet.
    @usableFromInline
    static func prepare(_ memory: UnsafeMutableRawBufferPointer) {
        guard let base = memory.baseAddress else { return }
        unsafe HugePages.prefer(for: base, count: memory.count)
    }

    /// Returns the objects in their order.
    /// - Parameter decode: Makes an object from its row.
    @inlinable
    func array<Object>(
        _ decode: @Sendable (inout ObjectDecoder) throws -> Object
    ) throws -> [Object] {
        let count = count
        return try unsafe [Object](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            guard let base = buffer.baseAddress else { return }
            unsafe Self.prepare(UnsafeMutableRawBufferPointer(buffer))
            let pages = (count + Self.pageSize - 1) / Self.pageSize
            // SAFETY: the buffer has `count` elements, initialized page by page. `made` counts the
            // initialized elements of each page, which are at its start. Only the thread that has
            // the page writes its counter. If anything fails, these elements are deinitialized.
            let made = UnsafeMutablePointer<Int>.allocate(capacity: pages)
            unsafe made.initialize(repeating: 0, count: pages)
            defer { unsafe made.deallocate() }
            do {
                try forEach { place, row in
                    unsafe (base + place).initialize(to: try decode(&row))
                    unsafe made[place / Self.pageSize] += 1
                }
            } catch {
                for page in 0..<pages {
                    let start = unsafe base + page * Self.pageSize
                    unsafe start.deinitialize(count: made[page])
                }
                throw error
            }
            initializedCount = count
        }
    }
}
