internal import NacreFormat

/// The mapped bytes of a store's segments, by number. Immutable: the writer makes a new set when it
/// extends the active segment or begins another one.
@safe final class SegmentSet: Sendable {
    /// The numbers, ascending. `mappings` and `views` have the same order. There are few, so a
    /// binary search is faster than hashing.
    private let numbers: [UInt32]
    private let mappings: [MappedBytes]
    /// The views of the mappings, accessible without reference counting.
    private let views: [ByteView]
    /// The segments with frames that were not checked when the store was opened, because a
    /// checkpoint covers them. Their records are checked when they are read. Ascending.
    private let unchecked: [UInt32]
    /// The records of those segments that were checked since.
    let checkedRows: CheckedRows?
    // SAFETY: `checkedRows`, which this object retains.
    private let ownCheckedRows: Unmanaged<CheckedRows>?

    static let empty = SegmentSet([])

    /// - Parameter segments: The segments, each once, in any order.
    convenience init(
        _ segments: [MappedSegment], unchecked: [SegmentNumber] = [],
        checkedRows: CheckedRows? = nil
    ) {
        let sorted = segments.sorted { $0.number < $1.number }
        self.init(
            numbers: sorted.map(\.number.rawValue), mappings: sorted.map(\.bytes),
            unchecked: unchecked.map(\.rawValue).sorted(), checkedRows)
    }

    private init(
        numbers: [UInt32], mappings: [MappedBytes], unchecked: [UInt32],
        _ checkedRows: CheckedRows?
    ) {
        self.checkedRows = checkedRows
        unsafe ownCheckedRows = checkedRows.map { unsafe .passUnretained($0) }
        self.numbers = numbers
        self.mappings = mappings
        views = mappings.map(\.view)
        self.unchecked = unchecked
    }

    /// Returns a copy with one more segment, or with a longer mapping of an existing one.
    func adding(_ number: SegmentNumber, _ mapping: MappedBytes) -> SegmentSet {
        var (numbers, mappings) = (numbers, mappings)
        let index = numbers.partitioningIndex { $0 >= number.rawValue }
        if index < numbers.count, numbers[index] == number.rawValue {
            mappings[index] = mapping
        } else {
            numbers.insert(number.rawValue, at: index)
            mappings.insert(mapping, at: index)
        }
        return SegmentSet(
            numbers: numbers, mappings: mappings, unchecked: unchecked, checkedRows)
    }

    /// Returns a copy that does not know which records were checked, for versions whose rows lead
    /// to other records than the newest.
    /// - Parameter ends: The end of each entity's rows, by entity number.
    func withoutMarks(rows ends: [UInt32]) -> SegmentSet {
        if unchecked.isEmpty { return self }
        let bytes = zip(numbers, views).reduce(0) { sum, segment in
            unchecked.containsSorted(segment.0) ? sum + segment.1.count : sum
        }
        return SegmentSet(
            numbers: numbers, mappings: mappings, unchecked: unchecked,
            CheckedRows(ends: ends, rowsMax: bytes))
    }

    /// Returns whether all frames of a segment were checked.
    @inline(__always)
    func isChecked(_ number: SegmentNumber) -> Bool {
        unchecked.isEmpty || !unchecked.containsSorted(number.rawValue)
    }

    /// Returns whether a record of a segment that was not checked has been checked since. Counts no
    /// references.
    @inline(__always)
    func isChecked(_ row: RowNumber, of entity: EntityNumber) -> Bool {
        unsafe ownCheckedRows?._withUnsafeGuaranteedRef { $0.contains(row, of: entity) } ?? false
    }

    /// Notes that a record was checked. Counts no references.
    @inline(__always)
    func setChecked(_ row: RowNumber, of entity: EntityNumber) {
        unsafe ownCheckedRows?._withUnsafeGuaranteedRef { $0.insert(row, of: entity) }
    }

    /// The numbers of all segments, ascending.
    var allNumbers: [SegmentNumber] { numbers.map { SegmentNumber($0) } }

    func removing(_ gone: [SegmentNumber]) -> SegmentSet {
        let kept = numbers.indices.filter { !gone.contains(SegmentNumber(numbers[$0])) }
        return SegmentSet(
            numbers: kept.map { numbers[$0] }, mappings: kept.map { mappings[$0] },
            unchecked: unchecked.filter { !gone.contains(SegmentNumber($0)) }, checkedRows)
    }

    subscript(number: SegmentNumber) -> MappedBytes? {
        let index = numbers.partitioningIndex { $0 >= number.rawValue }
        guard index < numbers.count, numbers[index] == number.rawValue else { return nil }
        return mappings[index]
    }

    /// Returns all bytes of a segment. They are valid only while the caller retains this object.
    @inline(__always)
    func view(of number: SegmentNumber) -> ByteView? {
        let index = numbers.partitioningIndex { $0 >= number.rawValue }
        guard index < numbers.count, numbers[index] == number.rawValue else { return nil }
        return views[index]
    }

    /// Returns the bytes from a position to the end of its segment; nil if there are none.
    func bytes(at position: Position) -> ByteView? {
        guard let view = view(of: position.segment), position.offset < view.count else {
            return nil
        }
        return view[position.offset..<view.count]
    }
}
