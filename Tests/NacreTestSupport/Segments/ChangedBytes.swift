internal import NacreFormat

extension Array where Element == UInt8 {
    /// Returns a copy with one bit changed.
    package func flipping(bit: Int) -> [UInt8] {
        var copy = self
        copy[bit / 8] ^= 1 << UInt8(bit % 8)
        return copy
    }

    /// Returns a copy with an integer written over it.
    package func setting<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) -> [UInt8] {
        var copy = self
        for index in 0..<MemoryLayout<Integer>.size {
            copy[offset + index] = UInt8(truncatingIfNeeded: value >> Integer(8 * index))
        }
        return copy
    }

    /// Returns a copy with one additional byte.
    package func inserting(_ byte: UInt8, at offset: Int) -> [UInt8] {
        Array(self[..<offset]) + [byte] + self[offset...]
    }

    /// Returns a copy without some bytes, or without the rest if there are fewer.
    package func losing(_ lost: Int, at offset: Int) -> [UInt8] {
        Array(self[..<offset]) + self[Swift.min(offset + lost, count)...]
    }

    /// Returns a copy with one byte moved towards the end, at most to the end: each byte between
    /// moves one position to the front.
    package func moving(at offset: Int, by distance: Int) -> [UInt8] {
        losing(1, at: offset).inserting(self[offset], at: Swift.min(offset + distance, count - 1))
    }

    /// Returns a copy in which the CRC at an offset is that of a range.
    package func repairingCRC(at offset: Int, of range: Range<Int>) -> [UInt8] {
        setting(withView { $0[range].crc }, at: offset)
    }
}
