internal import NacreFormat

extension StoreDirectory {
    /// Whether a file is the first segment of a store whose creation was cut short: it holds no
    /// frame, so that removing it loses nothing.
    func isBeginning(_ name: String) throws -> Bool {
        guard FileName.segmentNumber(name) == SegmentNumber.first else { return false }
        let file = try open(name, .reading)
        let size = try file.size()
        // A creation sets aside less.
        guard size <= 1 << 20 else { return false }
        return try file.copy(size).read { view in
            guard view.count > SegmentHeaderFields.size else { return true }
            return view[SegmentHeaderFields.size..<view.count].isZero
        }
    }
}

extension SegmentNumber {
    /// Of the segment that a new store begins with.
    static let first = SegmentNumber(1)
}
