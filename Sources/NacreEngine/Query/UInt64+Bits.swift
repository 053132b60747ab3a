extension UInt64 {
    /// Calls `body` with the places of the bits that are set, the lowest first: with the records of
    /// a block that a mask names.
    @inline(__always)
    func forEachBit(_ body: (Int) throws -> Void) rethrows {
        var rest = self
        while rest != 0 {
            try body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }
}
