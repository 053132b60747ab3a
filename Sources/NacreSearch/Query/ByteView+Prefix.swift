internal import NacreFormat

/// Comparisons of the beginnings of terms.
extension ByteView {
    /// Whether the bytes begin with others.
    func hasPrefix(_ prefix: ByteView) -> Bool {
        prefix.count <= count && self[0..<prefix.count].isEqual(to: prefix)
    }

    /// Returns the number of bytes at the front that both have.
    func sharedCount(with other: ByteView) -> Int {
        let limit = min(count, other.count)
        var shared = 0
        while shared < limit, self[shared] == other[shared] { shared += 1 }
        return shared
    }
}
