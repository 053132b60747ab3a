/// The format of an imported file.
package enum ImportFormat: String, Sendable, CaseIterable {
    case jsonl, csv

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
