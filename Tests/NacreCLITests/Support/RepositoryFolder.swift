import Foundation

/// Folders that tests read, found from where this file stands.
enum RepositoryFolder {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The sample data.
    static let atlas = root.appending(path: "Tools/atlas").path

    /// Real data, where it lies beside the repository; tests that need it are skipped elsewhere.
    static let realData = root.deletingLastPathComponent().appending(path: "shared/data").path
}
