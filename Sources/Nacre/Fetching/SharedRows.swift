internal import NacreEngine

/// The records of many objects, which several threads turn into an array together.
@usableFromInline
struct SharedRows {
    private let records: SharedRecords
    private let reader: ObjectReader
    private let snapshot: NacreEngine.Snapshot

    init(_ records: SharedRecords, of reader: ObjectReader, in snapshot: NacreEngine.Snapshot) {
        self.records = records
        self.reader = reader
        self.snapshot = snapshot
    }

    @usableFromInline var count: Int { records.count }

    @usableFromInline static var pageSize: Int { SharedRecords.pageSize }

    /// - Parameter body: gets the place of an object, too. Several threads call it, each for a page
    ///   of its own, whose places ascend without a gap.
    @usableFromInline
    func forEach(_ body: (Int, inout RowDecoder) throws -> Void) throws {
        let rows = reader.rows
        try records.forEach { place, found in
            try reader.read(found, in: snapshot, by: rows) { row in try body(place, &row) }
        }
    }

    /// - Parameter memory: of many objects, which nobody has written to yet.
    @usableFromInline
    static func prepare(_ memory: UnsafeMutableRawBufferPointer) {
        guard let base = memory.baseAddress else { return }
        unsafe HugePages.prefer(for: base, count: memory.count)
    }

    /// The objects in their order.
    /// - Parameter decode: makes one of its record.
    @inlinable
    func array<Object>(
        _ decode: @Sendable (inout RowDecoder) throws -> Object
    ) throws -> [Object] {
        let count = count
        return try unsafe [Object](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            guard let base = buffer.baseAddress else { return }
            unsafe Self.prepare(UnsafeMutableRawBufferPointer(buffer))
            let pages = (count + Self.pageSize - 1) / Self.pageSize
            // SAFETY: `count` elements, which are made page by page. How many of a page there are
            // stands in its number, which only the thread that has the page touches: if anything
            // fails, these are unmade.
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
