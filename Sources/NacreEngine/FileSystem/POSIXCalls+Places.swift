internal import CNacreShims
internal import SystemPackage

/// Calls that locate files and limit their size.
extension POSIXCalls {
    /// Returns whether a directory is the one that a path leads to, or an ancestor of it.
    static func isDirectory(
        _ wanted: Identity, atOrAbove path: String
    ) throws(Errno) -> Bool {
        var path = path.isEmpty ? "." : path
        var here = try identity(path)
        while here != wanted {
            path += "/.."
            let above = try identity(path)
            // Only the root is its own parent.
            if above == here { return false }
            here = above
        }
        return true
    }

    /// Makes a file in a directory that is a clone of an open file, and so shares its bytes on the
    /// disk.
    /// - Returns: false if the file system cannot do that.
    static func clone(_ descriptor: CInt, to name: String, in directory: CInt) -> Bool {
        unsafe nacre_clone_file(descriptor, directory, name) == 0
    }

    /// The maximum size, in bytes, of files that this process writes. Exceeding it does not merely
    /// make a call fail: the system sends a signal that ends the process.
    static var fileSizeMax: Int { Int(clamping: nacre_file_size_limit()) }

    /// The accuracy of ``endOfData(_:)``, in bytes: the size of a block of most file systems.
    private static let endOfDataAccuracy = 4096

    /// Returns the end of a file's last data, to within 4 KiB, or the file's size if the system
    /// cannot tell.
    static func endOfData(_ descriptor: CInt) throws(Errno) -> Int {
        let size = try size(descriptor)
        guard size > 0, hasData(descriptor, from: size - 1) == false else { return size }
        var (data, hole) = (0, size - 1)
        while hole - data > endOfDataAccuracy {
            let middle = data + (hole - data) / 2
            // A file system that cannot tell may have data here.
            guard let isThere = hasData(descriptor, from: middle) else { return size }
            if isThere { data = middle } else { hole = middle }
        }
        return hole
    }

    /// Returns whether a file has data at an offset or after it, or nil if the system cannot tell.
    private static func hasData(_ descriptor: CInt, from offset: Int) -> Bool? {
        // The call moves the descriptor's own offset, which nothing here uses.
        switch nacre_has_data(descriptor, Int64(offset)) {
        case 1: true
        case 0: false
        default: nil
        }
    }
}
