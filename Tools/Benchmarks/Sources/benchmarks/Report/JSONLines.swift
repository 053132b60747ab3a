import Foundation

/// A file with one measurement per line, written as they come.
struct JSONLines {
    private let file: FileHandle

    /// Makes the file empty.
    init(path: String) throws {
        try Data().write(to: URL(filePath: path))
        file = try FileHandle(forWritingTo: URL(filePath: path))
    }

    /// Returns the measurements in a file.
    static func measurements(path: String) throws -> [Measurement] {
        try measurements(Data(contentsOf: URL(filePath: path)))
    }

    /// Returns the measurements in the lines of a text.
    static func measurements(_ lines: Data) throws -> [Measurement] {
        try lines.split(separator: UInt8(ascii: "\n"))
            .map { try JSONDecoder().decode(Measurement.self, from: $0) }
    }

    func append(_ measurement: Measurement) throws {
        try file.write(contentsOf: JSONLines.line(measurement))
    }

    /// Returns a measurement's line with its newline.
    static func line(_ measurement: Measurement) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(measurement) + Data("\n".utf8)
    }
}
