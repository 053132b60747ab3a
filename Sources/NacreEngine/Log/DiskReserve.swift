internal import NacreFormat

/// Disk space that the store holds in reserve, as a file of zeros. It is released when the disk is
/// full, so that even then objects can be deleted and the store can be compacted.
struct DiskReserve {
    /// The store's directory; nil if the store has no reserve.
    private let directory: (any StoreDirectory)?

    private static let smallest = 64 << 10
    private static let largest = 8 << 20

    init(_ directory: (any StoreDirectory)?) { self.directory = directory }

    /// Allocates the space appropriate for a log of this size, unless it exists. Best effort: a
    /// full disk is no error here.
    func fill(logSize: Int) {
        guard let directory else { return }
        let size = min(max(logSize / 8, Self.smallest), Self.largest)
        var found = try? directory.open(FileName.reserve, .writing)
        if let file = found, (try? file.hasOtherNames()) != false {
            // The file has other names (hard links): only the name belongs to the store.
            try? directory.remove(FileName.reserve)
            found = nil
        }
        let file = found ?? (try? directory.create(FileName.reserve))
        guard let file, let present = try? file.size(), present < size else { return }
        try? file.setSize(size)
    }

    /// Releases the space.
    /// - Returns: Whether there was any.
    func release() -> Bool {
        guard let directory else { return false }
        do throws(FileError) {
            try directory.remove(FileName.reserve)
            return true
        } catch {
            return false
        }
    }
}
