/// SipHash-2-4 with a 64-bit result, the store's keyed hash of strings and long ids.
///
/// Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012. Keyed, so that
/// an attacker who chooses the strings cannot choose their hashes.
package struct SipHash: Sendable {
    private let key: HashKey

    package init(key: HashKey) {
        self.key = key
    }

    package func callAsFunction(_ view: ByteView) -> UInt64 {
        var state = State(key: key)
        let whole = view.count / 8
        for word in 0..<whole { state.compress(view.load(at: word * 8)) }
        var last = UInt64(truncatingIfNeeded: view.count) << 56
        for offset in (whole * 8)..<view.count {
            last |= UInt64(view[offset]) << (8 * UInt64(offset - whole * 8))
        }
        state.compress(last)
        return state.finish()
    }

    private struct State {
        var v0, v1, v2, v3: UInt64

        init(key: HashKey) {
            v0 = key.low ^ 0x736f_6d65_7073_6575
            v1 = key.high ^ 0x646f_7261_6e64_6f6d
            v2 = key.low ^ 0x6c79_6765_6e65_7261
            v3 = key.high ^ 0x7465_6462_7974_6573
        }

        mutating func compress(_ word: UInt64) {
            v3 ^= word
            round()
            round()
            v0 ^= word
        }

        mutating func finish() -> UInt64 {
            v2 ^= 0xff
            for _ in 0..<4 { round() }
            return v0 ^ v1 ^ v2 ^ v3
        }

        private mutating func round() {
            v0 &+= v1
            v2 &+= v3
            v1 = v1.rotated(by: 13) ^ v0
            v3 = v3.rotated(by: 16) ^ v2
            v0 = v0.rotated(by: 32)
            v2 &+= v1
            v0 &+= v3
            v1 = v1.rotated(by: 17) ^ v2
            v3 = v3.rotated(by: 21) ^ v0
            v2 = v2.rotated(by: 32)
        }
    }
}

/// The store's 128-bit hash key, made at its creation and kept in the manifest.
package struct HashKey: Sendable, Hashable {
    package let low: UInt64
    package let high: UInt64

    package init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }
}

extension UInt64 {
    fileprivate func rotated(by bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
