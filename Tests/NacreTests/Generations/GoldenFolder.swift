import Foundation

/// A store that a former program has written, kept as files.
struct GoldenFolder {
    private let url: URL

    init(_ name: String) {
        url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/\(name)")
    }

    /// Whether the stores are to be written again.
    static var isWriting: Bool {
        ProcessInfo.processInfo.environment["NACRE_WRITE_GOLDEN"] != nil
    }

    /// Returns the files of the store, by name.
    func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path()) {
            files[name] = [UInt8](try Data(contentsOf: url.appending(path: name)))
        }
        return files
    }

    /// Writes the files of a store.
    func write(_ files: [String: [UInt8]]) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, bytes) in files where name != "lock" {
            // The zeros after the log are not part of it.
            let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
            let kept = name.hasSuffix(".seg") ? Array(bytes[..<((end + 3) / 4 * 4)]) : bytes
            try Data(kept).write(to: url.appending(path: name))
        }
    }
}
