extension UInt64 {
    /// As many ones as are asked for at the low end: a mask of the first records of a block.
    @inline(__always)
    static func ones(_ count: Int) -> UInt64 { count == bitWidth ? .max : 1 << UInt64(count) &- 1 }

    /// Calls `body` with the places of the bits that are set, the lowest first: with the records of
    /// a block that a mask names.
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

    /// The same as long as `body` returns true.
    /// - Returns: false if it did not.
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
