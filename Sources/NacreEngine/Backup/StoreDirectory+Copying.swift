internal import NacreFormat

extension StoreDirectory {
    /// Makes a file with some bytes, synced. An existing file of that name is removed.
    /// - Parameter progress: Called with the number of bytes written so far.
    func make(
        _ name: String, with view: ByteView, _ progress: (Int) throws -> Void = { _ in }
    ) throws {
        try? remove(name)
        let target = try create(name)
        let size = 4 << 20
        for start in stride(from: 0, to: view.count, by: size) {
            let end = min(start + size, view.count)
            try target.write(view[start..<end], at: start)
            try progress(end)
        }
        try target.sync(.backupSegment)
    }
}
