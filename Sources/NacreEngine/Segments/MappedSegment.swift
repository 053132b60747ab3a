internal import NacreFormat

/// A segment in memory. A class, because all arrays of objects share one runtime type, while the
/// first array of another element type costs a process microseconds.
final class MappedSegment: Sendable {
    let number: SegmentNumber
    let bytes: MappedBytes

    init(_ number: SegmentNumber, _ bytes: MappedBytes) {
        self.number = number
        self.bytes = bytes
    }
}
