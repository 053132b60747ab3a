import Foundation

/// A folder of a test, removed with this object.
final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "nacre-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Returns the bytes of all files of a store, by their names.
    func contents(_ name: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: path(name)) {
            contents[file] = try Data(contentsOf: url.appending(path: "\(name)/\(file)"))
        }
        return contents
    }
}
