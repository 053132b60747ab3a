internal import SystemPackage

/// Where files are.
extension POSIXCalls {
    /// Whether a directory is the one that a path leads to, or one that holds it.
    static func isDirectory(
        _ wanted: Identity, atOrAbove path: String
    ) throws(Errno) -> Bool {
        var path = path.isEmpty ? "." : path
        var here = try identity(path)
        while here != wanted {
            path += "/.."
            let above = try identity(path)
            // Only the root holds itself.
            if above == here { return false }
            here = above
        }
        return true
    }
}
