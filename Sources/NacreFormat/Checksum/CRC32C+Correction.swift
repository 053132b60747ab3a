/// Finds a single wrong bit. A checksum is linear: a flipped bit changes it by a value that depends
/// only on the number of bits that follow, and no two bits of a message below 256 MiB change it in
/// the same way.
extension CRC32C {
    /// Castagnoli's polynomial, with its bits reversed.
    static let polynomial: UInt32 = 0x82F6_3B78

    /// Returns the wrong bit of a message with a single wrong bit, counted from the lowest bit of
    /// its first byte. Nil if no single bit makes the difference.
    /// - Parameters:
    ///   - difference: The XOR of the checksums of the present and the original message.
    ///   - count: The number of bytes in the message.
    static func flippedBit(by difference: UInt32, ofBytes count: Int) -> Int? {
        var change: UInt32 = 1
        for following in 0..<count * 8 {
            change = change >> 1 ^ (change & 1 == 0 ? 0 : polynomial)
            if change == difference { return count * 8 - 1 - following }
        }
        return nil
    }

    /// Returns the word of a message between the bytes added so far and the last word.
    /// - Parameters:
    ///   - last: The message's last word.
    ///   - whole: The checksum of the whole message.
    func wordBehind(endingIn last: UInt32, givenChecksum whole: UInt32) -> UInt32 {
        let beforeLast = Self.beforeWord(~whole) ^ last
        return Self.beforeWord(beforeLast) ^ ~value
    }

    /// Undoes the 32 steps of a word. Returns the former register, XORed with the word.
    private static func beforeWord(_ register: UInt32) -> UInt32 {
        var register = register
        for _ in 0..<32 {
            let hasReduced = register >> 31 == 1
            register = (hasReduced ? register ^ polynomial : register) << 1 | (hasReduced ? 1 : 0)
        }
        return register
    }
}

extension [UInt8] {
    /// Corrects a single wrong bit.
    /// - Parameter difference: The XOR of the checksums, as in ``CRC32C/flippedBit(by:ofBytes:)``.
    ///   The message may continue after these bytes with `more` right bytes.
    /// - Returns: Whether the bytes are right now.
    mutating func correctBit(by difference: UInt32, followedBy more: Int = 0) -> Bool {
        if difference == 0 { return true }
        guard let bit = CRC32C.flippedBit(by: difference, ofBytes: count + more), bit < count * 8
        else { return false }
        self[bit / 8] ^= 1 << UInt8(bit % 8)
        return true
    }
}
