/// Reads the lines of a file one after another, without holding the whole file in memory. A line
/// ends with LF or CR LF, which are not part of it; the last line may end with the file. The caller
/// interprets the lines and checks that they are UTF-8.
///
/// Invariants:
/// 1. `start <= searched <= buffer.count`.
/// 2. `buffer[start...]` was read and not yet returned, and has no LF before `searched`.
package struct LineReader {
    /// The number of the last returned line, from 1; 0 before the first.
    package private(set) var lineNumber = 0
    /// The number of bytes of the file that the lines returned so far took, with their ends: for
    /// progress.
    package private(set) var bytesConsumed = 0

    private var source: ByteSource
    private let lineLengthMax: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0

    /// The default maximum length of a line. A longer line is more likely another kind of file.
    package static let defaultLineLengthMax = 64 << 20

    package init(_ source: ByteSource, lineLengthMax: Int = defaultLineLengthMax) {
        self.source = source
        self.lineLengthMax = lineLengthMax
    }

    /// The file's name in messages.
    package var fileName: String { source.name }

    /// The size of the file, if it is known.
    package var fileSize: Int? { source.size }

    /// Returns the next line, or nil after the last. Empty lines are lines. Keeping a line beyond
    /// the next call is allowed, but makes that call copy the buffer.
    package mutating func next() throws(ImportError) -> ArraySlice<UInt8>? {
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                return try take(to: end, next: end + 1)
            }
            searched = buffer.count
            // The last byte may be a CR that turns out to belong to the line end.
            try checkLength(buffer.count - start - 1)
            guard try refill() else { break }
        }
        guard start < buffer.count else { return nil }
        return try take(to: buffer.count, next: buffer.count)
    }

    /// Returns the line from `start` to an LF or the end of the file.
    private mutating func take(to end: Int, next: Int) throws(ImportError) -> ArraySlice<UInt8> {
        let endsWithLF = next > end
        let hasCR = endsWithLF && end > start && buffer[end - 1] == 0x0D
        let line = buffer[start..<(hasCR ? end - 1 : end)]
        try checkLength(line.count)
        lineNumber += 1
        start = next
        searched = next
        bytesConsumed = source.bytesRead - (buffer.count - start)
        return line
    }

    /// Replaces the returned bytes with the next chunk of the file.
    private mutating func refill() throws(ImportError) -> Bool {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
        return try source.read(into: &buffer)
    }

    private func checkLength(_ length: Int) throws(ImportError) {
        guard length <= lineLengthMax else {
            throw ImportError(
                file: source.name, line: lineNumber + 1,
                message: "This line has more than \(lineLengthMax) bytes. Check that the file is "
                    + "text with one record per line.")
        }
    }
}
