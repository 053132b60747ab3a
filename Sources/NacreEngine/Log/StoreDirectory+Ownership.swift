internal import NacreFormat

/// Which files the writer of a store, or a backup of it, may remove.
extension StoreDirectory {
    /// Whether a segment's file is the work of a writer of the store: its header names the store
    /// and the file's own number, or there is no header yet, as a crash leaves a file that was
    /// just made. A file that merely has such a name belongs to whoever put it there.
    func isOwnSegment(_ name: String, of storeID: StoreID) throws(FileError) -> Bool {
        let head = try open(name, .reading).copy(SegmentHeaderFields.size)
        return head.read { view in
            if view.isZero { return true }
            guard let header = try? SegmentHeader.decode(view) else { return false }
            return header.storeID == storeID && FileName.segment(header.number) == name
        }
    }
}
