package import NacreFormat

/// The part of a segment that is current. Void parts of a commit are not counted.
package struct SegmentUsage: Sendable, Hashable {
    package let number: SegmentNumber
    /// The segment's valid length, in bytes.
    package var length = 0
    /// The number of records of objects and external values, current or not.
    package var records = 0
    package var liveRecords = 0
    /// The size of the live records, in bytes, with their padding.
    package var liveBytes = 0
    package var tombstones = 0

    package init(_ number: SegmentNumber) { self.number = number }

    package var deadRecords: Int { records - liveRecords }
    package var tombstoneBytes: Int { tombstones * RecordFields.tombstoneSize }
}

/// The usage of every segment of a version. One flat buffer, so a commit copies it with a memcpy of
/// a few kilobytes.
///
/// Invariants (integrity checks, and tests with checks enabled, recount and compare):
/// 1. `segments` are in ascending order by number, and contain every segment that a row refers to.
/// 2. Live records are those that a row refers to.
package struct StoreUsage: Sendable, Hashable, InvariantHolder {
    package private(set) var segments: [SegmentUsage] = []
    /// The size of the live records of all segments, in bytes.
    package private(set) var liveBytes = 0

    package init() {}

    package subscript(number: SegmentNumber) -> SegmentUsage? {
        index(number).map { segments[$0] }
    }

    private func index(_ number: SegmentNumber) -> Int? {
        // Usually it is the active segment.
        if segments.last?.number == number { return segments.count - 1 }
        let index = segments.partitioningIndex { $0.number >= number }
        guard index < segments.count, segments[index].number == number else { return nil }
        return index
    }

    // MARK: Segments

    package mutating func add(_ segment: SegmentUsage) {
        let index = segments.partitioningIndex { $0.number >= segment.number }
        if index < segments.count, segments[index].number == segment.number { return }
        segments.insert(segment, at: index)
        liveBytes += segment.liveBytes
    }

    package mutating func remove(_ number: SegmentNumber) {
        guard let index = index(number) else { return }
        liveBytes -= segments[index].liveBytes
        segments.remove(at: index)
    }

    package mutating func setLength(_ length: Int, of number: SegmentNumber) {
        guard let index = index(number) else { return }
        segments[index].length = length
    }

    // MARK: Records

    /// Counts a record that was appended. Its row refers to it from now on, unless it is a
    /// tombstone.
    /// - Parameter size: The record's size with its padding, in bytes.
    package mutating func add(_ kind: RecordKind, at position: Position, size: Int) {
        guard let index = index(position.segment) else { return }
        let isRecord = if case .tombstone = kind { false } else { true }
        segments[index].add(isRecord: isRecord, size)
        if isRecord { liveBytes += size }
    }

    /// Counts a record as dead: no row refers to it any more.
    package mutating func removeRecord(at position: Position, size: Int) {
        guard let index = index(position.segment) else { return }
        setLive(-1, -size, index)
    }

    /// Counts the copy that a compaction made of a record as live, and the original as dead.
    package mutating func move(from: Position, to: Position, size: Int) {
        removeRecord(at: from, size: size)
        guard let index = index(to.segment) else { return }
        setLive(1, size, index)
    }

    /// Counts the copy that a recovery made of a record, instead of the original.
    /// - Parameter isLive: Whether a row refers to it.
    package mutating func replace(
        _ kind: RecordKind, at former: Position, by copy: Position, size: Int, isLive: Bool
    ) {
        add(kind, at: copy, size: size)
        let isRecord = if case .tombstone = kind { false } else { true }
        if isRecord, !isLive { removeRecord(at: copy, size: size) }
        guard let index = index(former.segment) else { return }
        segments[index].forget(isRecord: isRecord)
        if isLive { setLive(-1, -size, index) }
    }

    private mutating func setLive(_ records: Int, _ bytes: Int, _ index: Int) {
        segments[index].setLive(records, bytes)
        liveBytes += bytes
    }
}

extension SegmentUsage {
    /// - Parameter isRecord: Whether it is a record of an object or external value; otherwise it is
    ///   a tombstone.
    fileprivate mutating func add(isRecord: Bool, _ size: Int) {
        guard isRecord else {
            tombstones += 1
            return
        }
        records += 1
        setLive(1, size)
    }

    /// Takes back the count of a record, live or not.
    fileprivate mutating func forget(isRecord: Bool) {
        if isRecord { records -= 1 } else { tombstones -= 1 }
    }

    fileprivate mutating func setLive(_ records: Int, _ bytes: Int) {
        liveRecords += records
        liveBytes += bytes
    }
}

extension StoreUsage {
    /// - Parameter tables: The row tables of all entities.
    func checkInvariants(
        _ tables: [RowTable], _ mapped: SegmentSet
    ) throws(BrokenInvariant) {
        for (former, segment) in zip(segments, segments.dropFirst()) {
            try Self.require(
                former.number < segment.number, 1,
                "segment \(segment.number) comes after \(former.number)")
        }
        try Self.require(
            agrees(with: tables, in: mapped), 2, "the rows refer to other records than counted")
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        mutating func breakInvariant(_ number: Int) {
            switch number {
            case 1: segments.reverse()
            default: liveBytes += 8
            }
        }
    #endif

    /// Recounts the live records from the rows, and compares.
    /// - Parameter tables: The row tables of all entities.
    func agrees(with tables: [RowTable], in segments: SegmentSet) -> Bool {
        var counted = self
        for index in counted.segments.indices {
            counted.segments[index].liveRecords = 0
            counted.segments[index].liveBytes = 0
        }
        counted.liveBytes = 0
        var isWhole = true
        for table in tables {
            table.forEach { _, word in
                let position = Position(word)
                guard let size = segments.recordSize(at: position),
                    let index = counted.index(position.segment)
                else {
                    isWhole = false
                    return false
                }
                counted.setLive(1, size, index)
                return true
            }
        }
        return isWhole && counted == self
    }
}

extension SegmentSet {
    /// Returns the size of the record at a position, with its padding; nil if no record can be
    /// there.
    func recordSize(at position: Position) -> Int? {
        guard let bytes = bytes(at: position) else { return nil }
        return RecordView.paddedLength(at: bytes)
    }
}

extension RecordView {
    /// Returns the padded size of a record that is known to be at the start of the bytes; nil if no
    /// record can be there.
    static func paddedLength(at bytes: ByteView) -> Int? {
        guard bytes.count >= RecordFields.size else { return nil }
        let length = Int(bytes.load(UInt32.self, at: RecordFields.length.offset))
        guard length >= RecordFields.size, length <= bytes.count else { return nil }
        return RecordView(trusted: bytes).paddedLength
    }
}
