import Foundation

/// A digest of answers, which two peers share only if they gave the same ones in the same order.
struct Digest {
    private(set) var value: UInt64 = 0

    mutating func mix(_ number: UInt64) { value = SplitMix.mixed(value &* 31 &+ number) }

    mutating func mix(_ number: Int) { mix(UInt64(bitPattern: Int64(number))) }

    mutating func mix(_ text: String) {
        mix(text.utf8.count)
        for byte in text.utf8 { mix(UInt64(byte)) }
    }

    mutating func mix(_ bytes: Data?) {
        mix(bytes?.count ?? -1)
        for byte in bytes ?? Data() { mix(UInt64(byte)) }
    }
}
