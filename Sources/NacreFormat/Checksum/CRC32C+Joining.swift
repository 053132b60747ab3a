/// Computes the checksum of a message from those of its parts. A checksum is the remainder of a
/// polynomial over the field of two elements, so bytes that follow multiply it by a power of x.
extension CRC32C {
    /// Returns the checksum of a message in two parts.
    /// - Parameters:
    ///   - first: The checksum of the first part.
    ///   - second: The checksum of the second part.
    ///   - count: The number of bytes in the second part.
    package static func joined(_ first: UInt32, _ second: UInt32, count: Int) -> UInt32 {
        var shifted = first
        var rest = count
        for power in bytePowers where rest > 0 {
            if rest & 1 == 1 { shifted = product(shifted, power) }
            rest >>= 1
        }
        return shifted ^ second
    }

    /// The remainders of x to the power of 8, 16, 32 ...: one, two, four ... bytes.
    private static let bytePowers: [UInt32] = {
        var power = UInt32(1) << (31 - 8)
        return (0..<Int.bitWidth).map { _ in
            defer { power = product(power, power) }
            return power
        }
    }()

    /// Returns the product of two remainders. The highest bit is the coefficient of 1.
    private static func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
        var (result, term, rest) = (UInt32(0), left, right)
        while rest != 0 {
            if rest >> 31 == 1 { result ^= term }
            rest <<= 1
            // The next coefficient belongs to one more power of x.
            term = term >> 1 ^ (term & 1 == 0 ? 0 : polynomial)
        }
        return result
    }
}
