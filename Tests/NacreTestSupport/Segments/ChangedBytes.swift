internal import NacreFormat

extension Array where Element == UInt8 {
    /// A copy with one bit changed.
    package func flipping(bit: Int) -> [UInt8] {
        var copy = self
        copy[bit / 8] ^= 1 << UInt8(bit % 8)
        return copy
    }

    /// A copy with an integer written over it.
    package func setting<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) -> [UInt8] {
        var copy = self
        for index in 0..<MemoryLayout<Integer>.size {
            copy[offset + index] = UInt8(truncatingIfNeeded: value >> Integer(8 * index))
        }
        return copy
    }

    /// A copy in which the CRC at an offset is that of a range.
    package func repairingCRC(at offset: Int, of range: Range<Int>) -> [UInt8] {
        setting(withView { $0[range].crc }, at: offset)
    }
}
