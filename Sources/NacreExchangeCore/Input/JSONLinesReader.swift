package import NacreFormat

/// Reads the objects of a JSON Lines file, one per line. Lines of white space are skipped. Numbers
/// keep their digits: see `JSONParser.parseKeepingSpelling`.
package struct JSONLinesReader: ObjectReader {
    private var lines: LineReader

    package init(_ source: ByteSource, lineLengthMax: Int = LineReader.defaultLineLengthMax) {
        lines = LineReader(source, lineLengthMax: lineLengthMax)
    }

    package var fileName: String { lines.fileName }
    package var lineNumber: Int { lines.lineNumber }
    package var bytesConsumed: Int { lines.bytesConsumed }
    package var fileSize: Int? { lines.fileSize }
    package var isUntyped: Bool { false }
    package var canContinue: Bool { true }

    package mutating func next() throws(ImportError) -> [JSONMember]? {
        while let line = try lines.next() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            switch try parse(line) {
            case .object(let members): return members
            case let other:
                throw error(
                    "An object was expected, and \(other.kindName) was found. Write one object a "
                        + "line (JSON Lines).")
            }
        }
        return nil
    }

    private func parse(_ line: ArraySlice<UInt8>) throws(ImportError) -> JSONValue {
        do throws(JSONError) { return try JSONParser.parseKeepingSpelling(line) } catch {
            throw self.error(
                "Invalid JSON at byte \(error.offset + 1) of the line: \(error.reason).")
        }
    }
}
