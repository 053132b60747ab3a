/// Checks the rules of a block (Formats.md, "LZ4 blocks") without decompressing it. The libraries
/// check as well, but differ: liblz4 takes an offset of 0 for zeros, and Apple's library truncates
/// a value that is too long.
struct LZ4Form {
    private var reader: ByteReader
    /// The length of the value up to this place.
    private var count = 0

    /// Throws unless the rest of the reader's bytes is a valid block of a value of `size` bytes.
    static func check(_ reader: ByteReader, size: Int) throws(FormatError) {
        var form = LZ4Form(reader: reader)
        try form.check(size: size)
    }

    private init(reader: ByteReader) {
        self.reader = reader
    }

    private mutating func check(size: Int) throws(FormatError) {
        var lastMatch: Range<Int>?
        while true {
            let token: UInt8 = try reader.read("token")
            let literals = try length(token >> 4, "length of literals")
            _ = try reader.take(literals, "literals")
            try add(literals, of: size)
            if reader.remaining == 0 { break }

            let offset: UInt16 = try reader.read("offset of a match")
            guard offset > 0, Int(offset) <= count else {
                throw reader.error(
                    .badValue, "offset of a match", expected: "1 to \(count)", found: "\(offset)")
            }
            let start = count
            try add(LZ4Fields.matchSizeMin + length(token & 15, "length of a match"), of: size)
            lastMatch = start..<count
        }
        guard count == size else { throw wrongLength(size) }
        guard let lastMatch else { return }
        guard size - lastMatch.lowerBound >= LZ4Fields.lastMatchDistanceMin,
            size - lastMatch.upperBound >= LZ4Fields.lastLiteralsMin
        else {
            throw reader.error(
                .badValue, "place of the last match", expected: "farther from the end",
                found: "\(lastMatch) of \(size)")
        }
    }

    /// Reads a number that begins with four bits, `nibble`. If these are all set, bytes are added
    /// up to and including the first that is not 255.
    private mutating func length(_ nibble: UInt8, _ field: String) throws(FormatError) -> Int {
        var length = Int(nibble)
        guard nibble == 15 else { return length }
        while true {
            let more: UInt8 = try reader.read(field)
            length += Int(more)
            if more != 255 { return length }
        }
    }

    private mutating func add(_ more: Int, of size: Int) throws(FormatError) {
        count += more
        if count > size { throw wrongLength(size) }
    }

    private func wrongLength(_ size: Int) -> FormatError {
        reader.error(
            .badValue, "length of the value", expected: "\(size)",
            found: count > size ? "more" : "\(count)")
    }
}
