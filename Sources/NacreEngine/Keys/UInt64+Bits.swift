extension UInt64 {
    /// Returns a word with the lowest `count` bits set: a mask of a block's first records.
    @inline(__always)
    static func ones(_ count: Int) -> UInt64 { count == bitWidth ? .max : 1 << UInt64(count) &- 1 }

    /// Calls `body` with the places of the set bits, the lowest first: the records that a block's
    /// mask selects.
    @inline(__always)
    func forEachBit<Failure: Error>(
        _ body: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = self
        while rest != 0 {
            try body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }

    /// Calls `body` with the places of the set bits, the lowest first, as long as it returns true.
    /// - Returns: false if `body` returned false.
    @inline(__always)
    func visitBits<Failure: Error>(
        _ body: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        var rest = self
        while rest != 0 {
            guard try body(rest.trailingZeroBitCount) else { return false }
            rest &= rest &- 1
        }
        return true
    }
}
