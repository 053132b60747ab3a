package import NacreFormat

/// Reads the records of a CSV file as objects: the header has the names, an empty field is null.
package struct CSVObjectReader: ObjectReader {
    private var records: CSVReader

    package init(_ source: ByteSource, delimiter: CSVDelimiter?) throws(ImportError) {
        records = try CSVReader(source, delimiter: delimiter)
    }

    package var fileName: String { records.fileName }
    package var lineNumber: Int { records.lineNumber }
    package var bytesConsumed: Int { records.bytesConsumed }
    package var fileSize: Int? { records.fileSize }
    package var isUntyped: Bool { true }
    package var canContinue: Bool { records.isBetweenRecords }

    package mutating func next() throws(ImportError) -> [JSONMember]? {
        guard let record = try records.next() else { return nil }
        return zip(records.header, record).map { name, field in
            JSONMember(name: name, value: field.map { .string($0) } ?? .null)
        }
    }
}
