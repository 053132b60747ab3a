/// Numbers of a block, each in the same number of bits, without gaps, from the lowest bit on.
enum BitPacking {
    static func width(of value: UInt32) -> Int { UInt32.bitWidth - value.leadingZeroBitCount }

    /// Appends the numbers of a full block.
    /// - Parameter values: At least 128 numbers, none of which has more bits than `width`.
    @unsafe static func append(
        _ values: UnsafePointer<UInt32>, width: Int, to memory: RunMemory
    ) {
        var bits: UInt64 = 0
        var count = 0
        for index in 0..<RunLayout.blockSize {
            bits |= unsafe UInt64(values[index]) << UInt64(count)
            count += width
            if count >= 32 {
                memory.append(UInt32(truncatingIfNeeded: bits))
                bits >>= 32
                count -= 32
            }
        }
        // 128 numbers of any width fill whole words, so no bit is left.
    }

    /// Reads the numbers of a full block.
    /// - Parameters:
    ///   - source: The packed numbers and at least 8 bytes after them.
    ///   - width: At most 32.
    ///   - values: Room for 128 numbers.
    @unsafe static func unpack(
        _ source: UnsafeRawPointer, width: Int, adding base: UInt32,
        into values: UnsafeMutablePointer<UInt32>
    ) {
        if width == 0 {
            unsafe values.update(repeating: base, count: RunLayout.blockSize)
            return
        }
        let mask = UInt64(1) << UInt64(width) &- 1
        var bit = 0
        for index in 0..<RunLayout.blockSize {
            let word = unsafe UInt64(
                littleEndian: source.loadUnaligned(
                    fromByteOffset: bit &>> 3, as: UInt64.self))
            let value = (word &>> UInt64(bit & 7)) & mask
            unsafe values[index] = UInt32(truncatingIfNeeded: value) &+ base
            bit &+= width
        }
    }

    /// Reads the ascending numbers of a full block, which are stored as differences less one.
    /// - Returns: The last number. It is exact even if it and those before do not fit 32 bits.
    @unsafe static func unpackAscending(
        _ source: UnsafeRawPointer, width: Int, after previous: Int,
        into values: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let mask = UInt64(1) << UInt64(width) &- 1
        var sum = UInt64(bitPattern: Int64(previous))
        var bit = 0
        for index in 0..<RunLayout.blockSize {
            let word = unsafe UInt64(
                littleEndian: source.loadUnaligned(
                    fromByteOffset: bit &>> 3, as: UInt64.self))
            sum &+= (word &>> UInt64(bit & 7)) & mask &+ 1
            unsafe values[index] = UInt32(truncatingIfNeeded: sum)
            bit &+= width
        }
        return Int(Int64(bitPattern: sum))
    }
}
