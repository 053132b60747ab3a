import Foundation
import NacreCLI
import NacreEngine
import NacreFormat

/// Runs Tests/IndependentReader/reader.py, which is written from Formats.md alone.
enum IndependentReader {
    struct PythonMissing: Error, CustomStringConvertible {
        let description = "python3 is not in PATH. Run Tools/setup, which says how to get it."
    }

    private static let script = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "IndependentReader/reader.py").path(percentEncoded: false)

    static func run(_ arguments: String...) throws -> Tool.Result { try run(arguments) }

    static func run(_ arguments: [String]) throws -> Tool.Result {
        try Tool.run(path: python(), [script] + arguments)
    }

    private static func python() throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let places = path.split(separator: ":").map { "\($0)/python3" }
        guard let python = places.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw PythonMissing()
        }
        return python
    }

    /// Writes a store's files into a directory of their own.
    static func withFiles<Result>(
        _ files: [String: [UInt8]], _ body: (String) throws -> Result
    ) throws -> Result {
        try TemporaryFolder.with { folder in
            for (name, bytes) in files {
                try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            return try body(folder)
        }
    }

    /// Returns the output of `nacre dump`.
    static func toolDump(_ path: String) throws -> String {
        let database = try Database(at: path, options: .readOnly)
        var bytes: [UInt8] = []
        try Dumper(database.snapshot(), write: { bytes += $0 }).run()
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The independent reader's report on a store, beside its content.
struct ReaderSummary {
    let json: JSONValue

    init(_ path: String) throws {
        json = try JSONParser.parse(IndependentReader.run("--summary", path).output)
    }

    var lastCommit: UInt64? { json["lastCommit"]?.asInteger.flatMap(UInt64.init(exactly:)) }
    var digest: String? { json["digest"]?.asString }
    var isClean: Bool? { json["clean"]?.asBool }
    var tornBytes: Int? { json["tornBytes"]?.asInteger.map(Int.init) }

    /// The ending of each segment, in the order of the manifest.
    var endings: [String] {
        (json["segments"]?.asArray ?? []).compactMap { $0["ending"]?.asString }
    }

    /// The origin of each segment.
    var origins: [String] {
        (json["segments"]?.asArray ?? []).compactMap { $0["origin"]?.asString }
    }
}
