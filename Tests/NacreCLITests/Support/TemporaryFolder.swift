import Foundation

/// Gives a test a folder of its own, and removes it afterwards.
enum TemporaryFolder {
    static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "nacre-tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path(percentEncoded: false))
    }
}
