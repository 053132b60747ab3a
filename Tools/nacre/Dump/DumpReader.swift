internal import NacreExchangeCore
internal import NacreFormat

/// Reads the lines of a dump. Lines may be read ahead, and are then delivered once more.
struct DumpReader {
    private var reader: JSONLinesReader
    /// The lines that were read ahead, the next one last.
    private var waiting: [Line] = []
    /// The last delivered line.
    private var last: Line?

    private struct Line {
        let members: [JSONMember]
        let number: Int
    }

    init(_ source: ByteSource) {
        // A value may have a gigabyte, escapes make it up to six times as long, and an object may
        // have several such values. But the record of an object fits in one segment.
        reader = JSONLinesReader(source, lineLengthMax: Format.segmentSizeMax)
    }

    var bytesConsumed: Int { reader.bytesConsumed }
    var fileSize: Int? { reader.fileSize }
    /// The number of the last delivered line.
    var lineNumber: Int { last?.number ?? waiting.last?.number ?? max(reader.lineNumber, 1) }

    /// Returns the members of the next line; nil after the last.
    mutating func next() throws(ImportError) -> [JSONMember]? {
        if let line = waiting.popLast() {
            last = line
            return line.members
        }
        guard let members = try reader.next() else { return nil }
        last = Line(members: members, number: reader.lineNumber)
        return members
    }

    /// Delivers the last delivered line once more.
    mutating func putBack() {
        if let last { waiting.append(last) }
    }

    /// Reads ahead to the first line that is no schema.
    /// - Returns: The members of the first line, and of that one; nil if there is none.
    mutating func readAhead() throws(ImportError) -> (
        first: [JSONMember]?, other: [JSONMember]?
    ) {
        var lines: [Line] = []
        var other: [JSONMember]?
        // A store has no more schemas than that.
        while other == nil, lines.count <= UInt16.max, let members = try next() {
            if let last { lines.append(last) }
            if members.count != 1 || members[0].name != "schema" { other = members }
        }
        waiting += lines.reversed()
        last = nil
        return (lines.first?.members, other)
    }

    /// Returns an error in a line; nil for the last delivered one.
    func error(_ message: String, line: Int? = nil) -> ImportError {
        ImportError(file: reader.fileName, line: line ?? lineNumber, message: message)
    }

}
