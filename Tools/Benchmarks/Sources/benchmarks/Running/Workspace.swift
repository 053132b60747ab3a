import Foundation

/// Where the stores of a run are, a folder for each peer.
struct Workspace {
    let root: String

    func directory(of peer: PeerName, n: Int) -> String { "\(root)/\(peer.rawValue)-\(n)" }

    /// Removes what is there and makes the folder anew.
    static func makeEmpty(_ directory: String) throws {
        let files = FileManager.default
        if files.fileExists(atPath: directory) { try files.removeItem(atPath: directory) }
        try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    /// Of all files below a folder, in bytes.
    static func size(of directory: String) throws -> Int {
        let files = FileManager.default
        return try files.subpathsOfDirectory(atPath: directory).reduce(0) { sum, path in
            let attributes = try files.attributesOfItem(atPath: directory + "/" + path)
            let isFile = attributes[.type] as? FileAttributeType == .typeRegular
            return sum + (isFile ? (attributes[.size] as? NSNumber)?.intValue ?? 0 : 0)
        }
    }
}
