internal import NacreFormat

/// Tells which files the writer of a store, or a backup of it, may remove.
extension StoreDirectory {
    /// Returns whether a writer of the store made the segment's file. Then the header names the
    /// store and the file's own number, or there is no header yet, as after a crash just after the
    /// file was made. A file that merely has such a name belongs to another program.
    func isOwnSegment(_ name: String, of storeID: StoreID) throws(FileError) -> Bool {
        let head = try open(name, .reading).copy(SegmentHeaderFields.size)
        return head.read { view in
            if view.isZero { return true }
            guard let header = try? SegmentHeader.decode(view) else { return false }
            return header.storeID == storeID && FileName.segment(header.number) == name
        }
    }
}
