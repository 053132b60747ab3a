/// The bytes of a CSV file as its reader consumes them: refilled in chunks, with the physical lines
/// counted. It knows the bytes that matter to the grammar, but not the grammar.
///
/// Invariants:
/// 1. `position <= buffer.count`, and `buffer[position...]` was read and not consumed.
/// 2. `line` is one more than the number of line feeds consumed.
struct CSVInput {
    private(set) var source: ByteSource
    private let recordLengthMax: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var line = 1
    private var recordLine = 1
    private var recordStart = 0

    init(_ source: ByteSource, recordLengthMax: Int) {
        self.source = source
        self.recordLengthMax = recordLengthMax
    }

    /// The number of bytes of the file consumed so far.
    var bytesConsumed: Int { source.bytesRead - (buffer.count - position) }

    /// - Returns: The physical line where the record begins.
    mutating func beginRecord() -> Int {
        recordLine = line
        recordStart = bytesConsumed
        return line
    }

    /// Makes sure that there is a byte to consume.
    /// - Returns: False at the end of the file.
    @inline(__always)
    mutating func fill() throws(ImportError) -> Bool {
        position < buffer.count ? true : try refill()
    }

    @inline(never)
    private mutating func refill() throws(ImportError) -> Bool {
        // An unclosed quote must not swallow a huge file.
        guard bytesConsumed - recordStart <= recordLengthMax else {
            throw error(
                "This record has more than \(recordLengthMax) bytes. Check that every quote in it "
                    + "is closed.")
        }
        buffer.removeAll(keepingCapacity: true)
        position = 0
        return try source.read(into: &buffer)
    }

    /// Consumes the next byte if it equals `byte`.
    @inline(__always)
    mutating func take(_ byte: UInt8) throws(ImportError) -> Bool {
        guard try fill(), buffer[position] == byte else { return false }
        position += 1
        if byte == 0x0A { line += 1 }
        return true
    }

    /// Consumes the bytes up to the next byte that ends the field or a part of it: a quote, and in
    /// an unquoted field also the delimiter and the bytes of a line end.
    /// - Returns: False if the file ended before such a byte.
    mutating func appendRun(
        to field: inout [UInt8], isQuoted: Bool, delimiter: UInt8
    ) throws(ImportError) -> Bool {
        while try fill() {
            let start = position
            var end = start
            if isQuoted {
                while end < buffer.count, buffer[end] != UInt8(ascii: "\"") {
                    if buffer[end] == 0x0A { line += 1 }
                    end += 1
                }
            } else {
                while end < buffer.count, !Self.endsField(buffer[end], delimiter) { end += 1 }
            }
            field.append(contentsOf: buffer[start..<end])
            position = end
            if end < buffer.count { return true }
        }
        return false
    }

    @inline(__always)
    private static func endsField(_ byte: UInt8, _ delimiter: UInt8) -> Bool {
        byte == delimiter || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }

    /// Returns the bytes at least up to the first line end outside quotes, without consuming them.
    mutating func peekFirstLine() throws(ImportError) -> ArraySlice<UInt8> {
        var searched = position
        var isQuoted = false
        while true {
            while searched < buffer.count {
                let byte = buffer[searched]
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if byte == 0x0A, !isQuoted { return buffer[position...searched] }
                searched += 1
            }
            guard buffer.count - position <= recordLengthMax, try source.read(into: &buffer) else {
                return buffer[position...]
            }
        }
    }

    func error(_ message: String) -> ImportError {
        ImportError(file: source.name, line: recordLine, message: message)
    }
}
