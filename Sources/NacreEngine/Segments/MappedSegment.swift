internal import NacreFormat

/// A segment in memory. An object, as arrays of objects are all of one type to the run time, and
/// the first array of another one costs a process microseconds.
final class MappedSegment: Sendable {
    let number: SegmentNumber
    let bytes: MappedBytes

    init(_ number: SegmentNumber, _ bytes: MappedBytes) {
        self.number = number
        self.bytes = bytes
    }
}
