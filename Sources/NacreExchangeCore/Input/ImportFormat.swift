/// The format of an imported file.
public enum ImportFormat: String, Sendable, CaseIterable {
    /// JSON Lines: one object per line.
    case jsonl
    /// Comma-separated values (RFC 4180), or values with another delimiter. The first line has the
    /// names.
    case csv

    /// Returns the format by the file's name, or else by its first byte: only JSON Lines begin with
    /// a brace.
    package static func guess(_ file: ImportFile) throws(ImportError) -> ImportFormat {
        if file.isStandardInput { return .jsonl }
        switch file.name.split(separator: ".").last?.lowercased() {
        case "jsonl", "ndjson", "json": return .jsonl
        case "csv", "tsv": return .csv
        default: break
        }
        var source = try file.open()
        var bytes: [UInt8] = []
        while try source.read(into: &bytes) {
            if let first = bytes.first(where: { $0 > 0x20 }) {
                return first == UInt8(ascii: "{") ? .jsonl : .csv
            }
            bytes.removeAll(keepingCapacity: true)
        }
        return .jsonl
    }
}
