import Foundation

/// The location of a run's stores, with a folder for each peer.
struct Workspace {
    let root: String

    func directory(of peer: PeerName, n: Int) -> String { "\(root)/\(peer.rawValue)-\(n)" }

    /// Makes the folder empty, and removes its former contents.
    static func makeEmpty(_ directory: String) throws {
        let files = FileManager.default
        if files.fileExists(atPath: directory) { try files.removeItem(atPath: directory) }
        try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    /// Calls `body` with a copy of a folder, which is removed afterwards: for workloads that change
    /// a store that other rows need unchanged.
    static func withCopy(of directory: String, _ body: (String) throws -> Void) throws {
        try withEmpty(beside: directory) { copy in
            try copyContents(of: directory, to: copy)
            try body(copy)
        }
    }

    /// Copies the contents of a folder to an empty one.
    static func copyContents(of directory: String, to copy: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            try FileManager.default.copyItem(
                atPath: "\(directory)/\(name)", toPath: "\(copy)/\(name)")
        }
    }

    /// Calls `body` with an empty folder, which is removed afterwards.
    static func withEmpty(beside directory: String, _ body: (String) throws -> Void) throws {
        let other = directory + "-changed"
        try makeEmpty(other)
        defer { try? FileManager.default.removeItem(atPath: other) }
        try body(other)
    }

    /// Returns the size of all files below a folder, in bytes.
    static func size(of directory: String) throws -> Int {
        let files = FileManager.default
        return try files.subpathsOfDirectory(atPath: directory).reduce(0) { sum, path in
            let attributes = try files.attributesOfItem(atPath: directory + "/" + path)
            let isFile = attributes[.type] as? FileAttributeType == .typeRegular
            return sum + (isFile ? (attributes[.size] as? NSNumber)?.intValue ?? 0 : 0)
        }
    }
}
