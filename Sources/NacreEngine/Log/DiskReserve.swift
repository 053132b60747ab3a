internal import NacreFormat

/// Room on the disk that the store holds on to, as a file of zeros. It is given up when the disk is
/// full, so that objects can be deleted and the store can be compacted even then.
struct DiskReserve {
    /// Nil for stores that hold none.
    private let directory: (any StoreDirectory)?

    private static let smallest = 64 << 10
    private static let largest = 8 << 20

    init(_ directory: (any StoreDirectory)?) { self.directory = directory }

    /// Takes as much room as fits a log of this size, unless it is there. A disk without room is no
    /// error here.
    func fill(logSize: Int) {
        guard let directory else { return }
        let size = min(max(logSize / 8, Self.smallest), Self.largest)
        var found = try? directory.open(FileName.reserve, .writing)
        if let file = found, (try? file.hasOtherNames()) != false {
            // Only the name is the store's.
            try? directory.remove(FileName.reserve)
            found = nil
        }
        let file = found ?? (try? directory.create(FileName.reserve))
        guard let file, let present = try? file.size(), present < size else { return }
        try? file.setSize(size)
    }

    /// Gives the room up.
    /// - Returns: whether there was any.
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
