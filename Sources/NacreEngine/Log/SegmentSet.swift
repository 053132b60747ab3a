internal import NacreFormat

/// The mapped bytes of a store's segments, by number. Immutable; the writer makes another one when
/// it extends the active segment or begins a new one.
final class SegmentSet: Sendable {
    /// Ascending; `mappings` stand in the same order. Few, so a search beats hashing.
    private let numbers: [UInt32]
    private let mappings: [MappedBytes]
    /// Those of which not all frames were checked when the store was opened, because a checkpoint
    /// covers them: each record of theirs is checked when it is read.
    private let unchecked: Set<SegmentNumber>

    static let empty = SegmentSet([:])

    init(_ segments: [SegmentNumber: MappedBytes], unchecked: Set<SegmentNumber> = []) {
        let sorted = segments.sorted { $0.key < $1.key }
        numbers = sorted.map(\.key.rawValue)
        mappings = sorted.map(\.value)
        self.unchecked = unchecked
    }

    func adding(_ number: SegmentNumber, _ mapping: MappedBytes) -> SegmentSet {
        var segments = Dictionary(
            uniqueKeysWithValues: zip(numbers.map { SegmentNumber($0) }, mappings))
        segments[number] = mapping
        return SegmentSet(segments, unchecked: unchecked)
    }

    /// Whether the frames of a segment were checked.
    @inline(__always)
    func isChecked(_ number: SegmentNumber) -> Bool {
        unchecked.isEmpty || !unchecked.contains(number)
    }

    /// Ascending.
    var allNumbers: [SegmentNumber] { numbers.map { SegmentNumber($0) } }

    func removing(_ numbers: [SegmentNumber]) -> SegmentSet {
        var segments = Dictionary(
            uniqueKeysWithValues: zip(self.numbers.map { SegmentNumber($0) }, mappings))
        for number in numbers { segments[number] = nil }
        return SegmentSet(segments, unchecked: unchecked.subtracting(numbers))
    }

    subscript(number: SegmentNumber) -> MappedBytes? {
        let index = numbers.partitioningIndex { $0 >= number.rawValue }
        guard index < numbers.count, numbers[index] == number.rawValue else { return nil }
        return mappings[index]
    }

    /// The bytes from a position to the end of its segment; nil if there are none.
    func bytes(at position: Position) -> ByteView? {
        guard let mapping = self[position.segment], position.offset < mapping.view.count else {
            return nil
        }
        return mapping.view[position.offset..<mapping.view.count]
    }
}
