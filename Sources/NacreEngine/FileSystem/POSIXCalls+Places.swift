internal import CNacreShims
internal import SystemPackage

/// Where files are, and how long they may be.
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

    /// How long a file of this process may be, in bytes. Beyond it a call does not just fail: the
    /// system sends a signal that ends the process.
    static var fileSizeMax: Int { Int(clamping: nacre_file_size_limit()) }
}
