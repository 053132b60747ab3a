/// Reads the records of a CSV file (RFC 4180) one after another, without holding the whole file in
/// memory. The first record is the header and sets the number of fields of the others.
///
/// - An empty field is nil, a missing value; a quoted empty field (`""`) is the empty string.
/// - Spaces belong to the fields. Quoted fields may contain line ends, which are kept as they are.
/// - Records end with LF or CR LF; the last one may end with the file. Empty lines between records
///   are skipped, except that with a header of one field an empty line is a record of one nil.
/// - Input that the RFC does not allow is an error: repairing such a file is safer than guessing.
package struct CSVReader {
    /// The names of the fields: not empty, and all different.
    package private(set) var header: [String] = []
    /// The physical line, from 1, where the last returned record begins.
    package private(set) var lineNumber = 0

    /// Whether the input is at the beginning of a record. False after an error inside of one.
    package private(set) var isBetweenRecords = true

    private var input: CSVInput
    private let delimiter: UInt8
    /// The bytes of the field that is being read; kept for its capacity.
    private var field: [UInt8] = []

    /// Reads the header.
    /// - Parameter delimiter: The delimiter, or nil to guess it from the header line.
    package init(
        _ source: ByteSource, delimiter: CSVDelimiter? = .comma,
        recordLengthMax: Int = LineReader.defaultLineLengthMax
    ) throws(ImportError) {
        input = CSVInput(source, recordLengthMax: recordLengthMax)
        if let delimiter {
            self.delimiter = delimiter.byte
        } else {
            self.delimiter = try CSVDelimiter.guess(fromHeader: input.peekFirstLine()).byte
        }
        guard let names = try readRecord(), names != [nil] else {
            throw input.error("The file has no header. Put a line with the column names first.")
        }
        try setHeader(names)
    }

    /// The number of bytes of the file that the records returned so far took: for progress.
    package var bytesConsumed: Int { input.bytesConsumed }

    /// The file's name in messages.
    package var fileName: String { input.source.name }

    /// The size of the file, if it is known.
    package var fileSize: Int? { input.source.size }

    /// Returns the next record, with as many fields as the header has, or nil after the last.
    package mutating func next() throws(ImportError) -> [String?]? {
        while let record = try readRecord() {
            if record.count == header.count { return record }
            if record == [nil] { continue }
            let counts =
                "This record has \(ByteCount.counted(record.count, "field")), but the header has"
                + " \(header.count)."
            let place =
                record.count < header.count
                ? " Column \(label(record.count)) is the first without a field."
                : " Field \(header.count + 1) is the first without a column."
            throw error(
                counts + place + " Check the delimiter, and quote the fields that contain it.")
        }
        return nil
    }

    private mutating func setHeader(_ names: [String?]) throws(ImportError) {
        var seen: [String: Int] = [:]
        for (index, name) in names.enumerated() {
            guard let name, !name.isEmpty else {
                throw error("Column \(index + 1) of the header has no name. Give it one.")
            }
            if let first = seen.updateValue(index, forKey: name) {
                throw error(
                    "Columns \(first + 1) and \(index + 1) of the header have the same name "
                        + "\"\(name)\". Rename one of them.")
            }
            header.append(name)
        }
    }
}

/// Reads one record, field by field.
extension CSVReader {
    /// The end of a field.
    private enum FieldEnd { case delimiter, record }

    private mutating func readRecord() throws(ImportError) -> [String?]? {
        lineNumber = input.beginRecord()
        guard try input.fill() else { return nil }
        isBetweenRecords = false
        var record: [String?] = []
        record.reserveCapacity(header.count)
        while true {
            field.removeAll(keepingCapacity: true)
            let isQuoted = try input.take(UInt8(ascii: "\""))
            if isQuoted { try readQuoted(column: record.count) }
            let end = try readEnd(column: record.count, isQuoted: isQuoted)
            record.append(try text(column: record.count, isQuoted: isQuoted))
            if end == .record {
                isBetweenRecords = true
                return record
            }
        }
    }

    /// Reads the text between the quotes, and the closing quote.
    private mutating func readQuoted(column: Int) throws(ImportError) {
        while true {
            let isComplete = try input.appendRun(to: &field, isQuoted: true, delimiter: delimiter)
            guard isComplete else {
                throw error(
                    "The quoted field in column \(label(column)) is never closed. Add the closing "
                        + "quote, and double the quotes inside it.")
            }
            _ = try input.take(UInt8(ascii: "\""))
            guard try input.take(UInt8(ascii: "\"")) else { return }
            field.append(UInt8(ascii: "\""))
        }
    }

    /// Reads an unquoted field, or the rest after a closing quote, with the delimiter or line end.
    private mutating func readEnd(column: Int, isQuoted: Bool) throws(ImportError) -> FieldEnd {
        if !isQuoted {
            _ = try input.appendRun(to: &field, isQuoted: false, delimiter: delimiter)
        }
        guard try input.fill() else { return .record }
        if try input.take(delimiter) { return .delimiter }
        if try input.take(0x0A) { return .record }
        if try input.take(0x0D) {
            if try input.take(0x0A) { return .record }
            throw error(
                "Column \(label(column)) has a carriage return without a line feed. End lines with "
                    + "LF or CR LF, and quote the fields that contain a carriage return.")
        }
        if isQuoted {
            throw error(
                "Column \(label(column)) has text after its closing quote. Quote the whole field, "
                    + "and double the quotes inside it.")
        }
        throw error(
            "Column \(label(column)) has a quote inside an unquoted field. Quote the whole field, "
                + "and double the quotes inside it.")
    }

    private func text(column: Int, isQuoted: Bool) throws(ImportError) -> String? {
        if field.isEmpty { return isQuoted ? "" : nil }
        // Several times as fast as `String(validating:)`. If the bytes had to be repaired, the
        // string differs from them.
        let text = String(decoding: field, as: UTF8.self)
        guard text.utf8.elementsEqual(field) else {
            throw error(
                "Column \(label(column)) is not valid UTF-8. Convert the file to UTF-8, or check "
                    + "that it is text.")
        }
        return text
    }

    /// Returns the text for a column in messages: its number from 1, and its name if the header is
    /// known.
    private func label(_ column: Int) -> String {
        header.indices.contains(column)
            ? "\(column + 1) (\"\(header[column])\")" : "\(column + 1)"
    }

    private func error(_ message: String) -> ImportError {
        ImportError(file: input.source.name, line: max(lineNumber, 1), message: message)
    }
}
