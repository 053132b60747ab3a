import Foundation

/// The text files of the repository, found relative to this file.
enum SourceTree {
    static let files: Result<[SourceFile], any Error> = Result { try read(root: root) }

    /// The folders that are read, in addition to the files at the root. Missing folders are
    /// skipped.
    private static let folders = [
        "Sources", "Tools", "Tests", "Documentation", "Docs", "Examples", "Benchmarks", ".github",
    ]

    private static let fileExtensions: Set<String> = [
        "swift", "c", "h", "md", "modulemap", "py", "sh", "yml",
    ]

    private static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    private static func read(root: URL) throws -> [SourceFile] {
        var urls = try FileManager.default.contentsOfDirectory(
            at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        for folder in folders {
            // Hidden folders contain builds, and fixtures contain files written by programs.
            let enumerator = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
            urls += enumerator?.compactMap { $0 as? URL } ?? []
        }
        let prefix = root.standardizedFileURL.path(percentEncoded: false)
        return try urls.filter { fileExtensions.contains($0.pathExtension) }.compactMap { url in
            let path = String(
                url.standardizedFileURL.path(percentEncoded: false).dropFirst(prefix.count))
            guard !path.contains("/Fixtures/") else { return nil }
            let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
            return SourceFile(path: path, text: text)
        }
    }
}
