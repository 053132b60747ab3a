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

    /// Where a file's last data ends, within a page; its size where the system does not tell.
    static func endOfData(_ descriptor: CInt) throws(Errno) -> Int {
        let size = try size(descriptor)
        guard size > 0, hasData(descriptor, from: size - 1) == false else { return size }
        var (data, hole) = (0, size - 1)
        while hole - data > 4096 {
            let middle = data + (hole - data) / 2
            // A file system that does not tell may have data there.
            guard let isThere = hasData(descriptor, from: middle) else { return size }
            if isThere { data = middle } else { hole = middle }
        }
        return hole
    }

    /// Whether there is data at a place of a file or after it; nil if the system does not tell.
    private static func hasData(_ descriptor: CInt, from offset: Int) -> Bool? {
        // Nothing here goes by the descriptor's own offset, which this moves.
        switch nacre_has_data(descriptor, Int64(offset)) {
        case 1: true
        case 0: false
        default: nil
        }
    }
}
