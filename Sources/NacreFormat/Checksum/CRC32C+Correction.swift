/// Finding the one bit that is wrong. A checksum is linear: a flipped bit changes it by a value
/// that depends only on how many bits follow, and no two bits of a message below 256 MiB change it
/// alike.
extension CRC32C {
    /// Castagnoli's polynomial, its bits reversed.
    private static let polynomial: UInt32 = 0x82F6_3B78

    /// The bit of a message that is wrong if only one is, counted from its first byte's lowest bit.
    /// Nil if the difference is that of no single bit.
    /// - Parameters:
    ///   - difference: between the checksum of the message as it is and that of it as it was.
    ///   - count: of the message's bytes.
    static func flippedBit(by difference: UInt32, ofBytes count: Int) -> Int? {
        var change: UInt32 = 1
        for following in 0..<count * 8 {
            change = change >> 1 ^ (change & 1 == 0 ? 0 : polynomial)
            if change == difference { return count * 8 - 1 - following }
        }
        return nil
    }

    /// The word that a message holds between what was added so far and its last word.
    /// - Parameters:
    ///   - last: the message's last word.
    ///   - whole: the checksum of the whole message.
    func wordBehind(endingIn last: UInt32, givenChecksum whole: UInt32) -> UInt32 {
        let beforeLast = Self.beforeWord(~whole) ^ last
        return Self.beforeWord(beforeLast) ^ ~value
    }

    /// Undoes the 32 steps of a word: the register as it was, with the word added to it.
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
    /// Puts the bit right that is wrong if only one is.
    /// - Parameter difference: as in ``CRC32C/flippedBit(by:ofBytes:)``; the message may go on
    ///   behind these bytes by `more` bytes that are right.
    /// - Returns: whether the bytes are right now.
    mutating func correctBit(by difference: UInt32, followedBy more: Int = 0) -> Bool {
        if difference == 0 { return true }
        guard let bit = CRC32C.flippedBit(by: difference, ofBytes: count + more), bit < count * 8
        else { return false }
        self[bit / 8] ^= 1 << UInt8(bit % 8)
        return true
    }
}
