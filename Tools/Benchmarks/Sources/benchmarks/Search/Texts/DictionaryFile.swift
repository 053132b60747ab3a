import Foundation

/// A dictionary in the format of dictd: compressed texts, and an index with a line for each
/// headword, the offset of its entry, and the length.
struct DictionaryFile {
    /// The path without the endings `.index` and `.dict.dz`.
    let path: String

    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    var isThere: Bool {
        ["\(path).index", "\(path).dict.dz"].allSatisfy(FileManager.default.fileExists)
    }

    /// Reads all entries, each with its first headword, in the order of the file.
    func entries() throws -> [NamedText] {
        let texts = try unpacked()
        let index = try Data(contentsOf: URL(filePath: path + ".index"))
        var entries: [Int: (name: String, end: Int)] = [:]
        for line in index.split(separator: UInt8(ascii: "\n")) {
            let cells = line.split(separator: UInt8(ascii: "\t"))
            guard cells.count >= 3 else { continue }
            let start = Self.number(cells[1])
            guard entries[start] == nil else { continue }
            let end = start + Self.number(cells[2])
            entries[start] = (String(decoding: cells[0], as: UTF8.self), end)
        }
        return entries.sorted { $0.key < $1.key }.map { start, entry in
            let bytes = texts[min(start, texts.count)..<min(entry.end, texts.count)]
            return NamedText(name: entry.name, text: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Returns the number that some digits of base 64 write.
    private static func number(_ bytes: Data) -> Int {
        bytes.reduce(0) { $0 * 64 + (digits.firstIndex(of: $1) ?? 0) }
    }

    private func unpacked() throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc"]
        process.standardInput = try FileHandle(
            forReadingFrom: URL(filePath: path + ".dict.dz"))
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw RunFailure(what: "gzip cannot read \(path).dict.dz; its message is above.")
        }
        return data
    }
}
