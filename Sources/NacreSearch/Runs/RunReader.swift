internal import NacreFormat

/// Reads numbers from a part of a run, and throws if the part ends too early.
struct RunReader {
    private let bytes: ByteView
    private(set) var offset: Int
    let end: Int

    init(_ run: SearchRun, _ range: Range<Int>) {
        self.init(run.bytes, range)
    }

    init(_ bytes: ByteView, _ range: Range<Int>) {
        precondition(range.upperBound <= bytes.count)
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    @inline(__always)
    mutating func byte() throws(SearchError) -> UInt8 {
        guard offset < end else { throw damaged("too short") }
        let byte = bytes[offset]
        offset &+= 1
        return byte
    }

    @inline(__always)
    mutating func word() throws(SearchError) -> UInt16 {
        guard offset <= end &- 2 else { throw damaged("too short") }
        let word = bytes.load(UInt16.self, at: offset)
        offset &+= 2
        return word
    }

    /// Reads a number of at most 35 bits.
    @inline(__always)
    mutating func varint() throws(SearchError) -> UInt64 {
        let first = try byte()
        if first < 0x80 { return UInt64(first) }
        return try longVarint(first)
    }

    private mutating func longVarint(_ first: UInt8) throws(SearchError) -> UInt64 {
        var value = UInt64(first & 0x7F)
        var shift: UInt64 = 7
        while shift < 35 {
            let next = try byte()
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
            shift += 7
        }
        throw damaged("number too long")
    }

    /// Skips bytes.
    mutating func skip(_ count: Int) throws(SearchError) {
        guard count >= 0, count <= end - offset else { throw damaged("too short") }
        offset += count
    }

    /// Skips numbers, without a look at what they are.
    mutating func skipVarints(_ count: Int) throws(SearchError) {
        var rest = count
        while rest >= 8, offset <= end - 8 {
            // Each number ends with a byte without bit 7.
            let word = bytes.load(UInt64.self, at: offset)
            rest -= (~word & 0x8080_8080_8080_8080).nonzeroBitCount
            offset += 8
        }
        while rest > 0 {
            if try byte() < 0x80 { rest -= 1 }
        }
    }

    func damaged(_ reason: String) -> SearchError {
        .damaged(offset: offset, reason: reason)
    }
}
