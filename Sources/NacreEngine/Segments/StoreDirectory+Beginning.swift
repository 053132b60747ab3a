internal import NacreFormat

extension StoreDirectory {
    /// Returns whether a file is the first segment of a store whose creation was cut short. Such a
    /// file holds no frame, so removing it loses nothing.
    func isBeginning(_ name: String) throws -> Bool {
        guard FileName.segmentNumber(name) == SegmentNumber.first else { return false }
        let file = try open(name, .reading)
        let size = try file.size()
        // A creation allocates less.
        guard size <= 1 << 20 else { return false }
        return try file.copy(size).read { view in
            guard view.count > SegmentHeaderFields.size else { return true }
            return view[SegmentHeaderFields.size..<view.count].isZero
        }
    }
}

extension SegmentNumber {
    /// The number of a new store's first segment.
    static let first = SegmentNumber(1)
}
