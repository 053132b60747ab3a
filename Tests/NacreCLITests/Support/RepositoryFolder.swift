import Foundation

/// Folders that tests read, relative to this file.
enum RepositoryFolder {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The sample data.
    static let atlas = root.appending(path: "Tools/atlas").path

    /// Real data, if it is beside the repository; otherwise tests that need it are skipped.
    static let realData = root.deletingLastPathComponent().appending(path: "shared/data").path
}
