internal import NacreFormat

/// The mapped bytes of a store's segments, by number. Immutable; the writer makes another one when
/// it extends the active segment or begins a new one.
@safe final class SegmentSet: Sendable {
    /// Ascending; the others stand in the same order. Few, so a search beats hashing.
    private let numbers: [UInt32]
    private let mappings: [MappedBytes]
    /// Theirs, at hand without counting a reference.
    private let views: [ByteView]
    /// Those of which not all frames were checked when the store was opened, because a checkpoint
    /// covers them: each record of theirs is checked when it is read. Ascending.
    private let unchecked: [UInt32]
    /// The records of those that were checked since.
    let checkedRows: CheckedRows?
    // SAFETY: that one, which is held.
    private let ownCheckedRows: Unmanaged<CheckedRows>?

    static let empty = SegmentSet([])

    /// - Parameter segments: each once, in any order.
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

    /// The same with a segment more, or with a longer mapping of one.
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

    /// Whether the frames of a segment were checked.
    @inline(__always)
    func isChecked(_ number: SegmentNumber) -> Bool {
        unchecked.isEmpty || !unchecked.containsSorted(number.rawValue)
    }

    /// Whether a record was checked since, of a segment that was not. Counts no references.
    @inline(__always)
    func isChecked(_ row: RowNumber, of entity: EntityNumber) -> Bool {
        unsafe ownCheckedRows?._withUnsafeGuaranteedRef { $0.contains(row, of: entity) } ?? false
    }

    /// Takes note that it was. Counts none either.
    @inline(__always)
    func setChecked(_ row: RowNumber, of entity: EntityNumber) {
        unsafe ownCheckedRows?._withUnsafeGuaranteedRef { $0.insert(row, of: entity) }
    }

    /// Ascending.
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

    /// All bytes of a segment, good as long as somebody holds this.
    @inline(__always)
    func view(of number: SegmentNumber) -> ByteView? {
        let index = numbers.partitioningIndex { $0 >= number.rawValue }
        guard index < numbers.count, numbers[index] == number.rawValue else { return nil }
        return views[index]
    }

    /// The bytes from a position to the end of its segment; nil if there are none.
    func bytes(at position: Position) -> ByteView? {
        guard let view = view(of: position.segment), position.offset < view.count else {
            return nil
        }
        return view[position.offset..<view.count]
    }
}
