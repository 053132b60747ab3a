/// The bytes of a JSON text, read within their bounds. All unsafe code of the codec is in this
/// file, in methods that are safe for any argument. The grammar is in JSONParser.
///
/// Invariants:
/// 1. `count` bytes from `base` on are readable as long as the value lives (by the contract of
///    `init`).
/// 2. No method reads at an offset outside `0..<count`.
@safe struct JSONBytes {
    private let base: UnsafeRawPointer?
    let count: Int

    /// Makes a value for some bytes.
    /// - Parameter bytes: The bytes, which must stay valid and unchanged as long as this value is
    ///   used.
    @unsafe init(_ bytes: UnsafeRawBufferPointer) {
        unsafe base = bytes.baseAddress
        count = bytes.count
    }

    /// Returns the byte at an offset, or 0 outside the text. No token has a NUL, so a reader that
    /// compares with the expected byte needs no separate test for the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        guard offset >= 0, offset < count, let base = unsafe base else { return 0 }
        // SAFETY: the offset is in 0..<count (2), and those bytes are readable (1).
        return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// Returns the offset of the first byte from `start` on that is a quote, a backslash or a
    /// control character, which a string cannot contain unescaped; `count` if there is none.
    @inline(__always)
    func endOfPlainText(from start: Int) -> Int {
        guard let base = unsafe base, start >= 0 else { return count }
        var offset = start
        while offset <= count - 8 {
            // SAFETY: offset >= 0, and offset + 8 <= count, so all eight bytes are readable (1).
            let word = UInt64(
                littleEndian: unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let special = Self.specialBytes(word)
            if special != 0 { return offset + special.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < count {
            // SAFETY: 0 <= offset < count (1).
            let byte = unsafe base.load(fromByteOffset: offset, as: UInt8.self)
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return offset
            }
            offset += 1
        }
        return count
    }

    /// Returns a word whose lowest set bit is in the lowest special byte. Higher bits may be wrong,
    /// because the subtractions borrow, so only the lowest one is valid.
    @inline(__always)
    private static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let control = (word &- ones &* 0x20) & ~word
        return (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | control)
            & (ones &* 0x80)
    }

    /// Returns the text of a range, or nil if it is not UTF-8 (or not a range of these bytes).
    ///
    /// `String(validating:)` would do this in one call, but takes three times as long on short
    /// strings. So the repairing initializer makes the string. If the string is not ASCII, it is
    /// then compared with the bytes: it differs exactly if it was repaired.
    @inline(__always)
    func string(from start: Int, to end: Int) -> String? {
        guard let base = unsafe base, start >= 0, start <= end, end <= count else { return nil }
        // SAFETY: start...end is within 0...count (1), and the string copies the bytes.
        let range = unsafe UnsafeRawBufferPointer(start: base + start, count: end - start)
        return unsafe range.withMemoryRebound(to: UInt8.self) { bytes -> String? in
            let text = unsafe String(decoding: bytes, as: UTF8.self)
            if isASCII(from: start, to: end) { return text }
            return unsafe text.utf8.elementsEqual(bytes) ? text : nil
        }
    }

    /// Whether a range is ASCII. The caller has checked that it is a range of these bytes.
    @inline(__always)
    private func isASCII(from start: Int, to end: Int) -> Bool {
        guard let base = unsafe base else { return true }
        var seen: UInt64 = 0
        var offset = start
        while offset <= end - 8 {
            // SAFETY: start <= offset and offset + 8 <= end, within the caller's range (1).
            seen |= unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < end {
            seen |= UInt64(byte(at: offset))
            offset += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }

    func isEqual(to bytes: [UInt8]) -> Bool {
        bytes.count == count && bytes.indices.allSatisfy { byte(at: $0) == bytes[$0] }
    }

    /// Appends a range of the bytes; appends nothing if it is not a range of these bytes.
    func append(from start: Int, to end: Int, to target: inout [UInt8]) {
        guard let base = unsafe base, start >= 0, start <= end, end <= count else { return }
        // SAFETY: start...end is within 0...count (1), and `append` copies the bytes.
        unsafe target.append(
            contentsOf: UnsafeRawBufferPointer(start: base + start, count: end - start))
    }
}

/// Operations on strings and arrays that are fast only on their storage.
extension JSONBytes {
    /// Calls `body` with the bytes of an array, which must not escape.
    static func read<Result>(
        _ bytes: ArraySlice<UInt8>, by body: (JSONBytes) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        // SAFETY: by contract the JSONBytes does not leave the closure.
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> Result in
            try body(unsafe JSONBytes(UnsafeRawBufferPointer(buffer)))
        }
    }

    /// Returns the result of `endOfPlainText` for an array.
    static func endOfPlainText(in bytes: [UInt8], from start: Int) -> Int {
        // SAFETY: the JSONBytes does not leave the closure.
        unsafe bytes.withUnsafeBytes { unsafe JSONBytes($0).endOfPlainText(from: start) }
    }

    /// Whether two strings have the same UTF-8 bytes. `==` would also equate different spellings of
    /// a character.
    @inline(__always)
    static func areEqual(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && haveEqualBytes(left, right)
    }

    /// Compares word by word: `elementsEqual` compares single bytes.
    private static func haveEqualBytes(_ left: String, _ right: String) -> Bool {
        // SAFETY: the views do not leave the closures.
        let answer: Bool?? = unsafe left.utf8.withContiguousStorageIfAvailable { left in
            unsafe right.utf8.withContiguousStorageIfAvailable { right in
                unsafe ByteView(UnsafeRawBufferPointer(left))
                    .isEqual(to: ByteView(UnsafeRawBufferPointer(right)))
            }
        }
        if case .some(.some(let areEqual)) = answer { return areEqual }
        return left.utf8.elementsEqual(right.utf8)
    }

    /// Whether the bytes of one string come before those of another. This is the order of names in
    /// canonical form; Swift's `<` on strings follows Unicode's normal forms.
    @inline(__always)
    static func areInOrder(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Hashes the bytes that `areEqual` compares. The hasher is seeded, so no input can provoke
    /// collisions.
    static func hash(_ text: String, into hasher: inout Hasher) {
        // SAFETY: the storage is only read within the closure.
        let done: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if done == nil { for byte in text.utf8 { hasher.combine(byte) } }
        hasher.combine(0xFF as UInt8)
    }

    /// Returns a number that is equal for equal strings and usually differs for others. It depends
    /// on the length and on at most eight bytes at each end.
    @inline(__always)
    static func fingerprint(_ text: String) -> UInt64 {
        // SAFETY: the JSONBytes does not leave the closure.
        unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe JSONBytes(UnsafeRawBufferPointer($0)).fingerprint()
        } ?? 0
    }

    @inline(__always)
    private func fingerprint() -> UInt64 {
        guard let base = unsafe base else { return 0 }
        var head: UInt64 = 0
        var tail: UInt64 = 0
        if count >= 8 {
            // SAFETY: there are at least eight bytes, hence eight at each end (1).
            head = unsafe base.loadUnaligned(as: UInt64.self)
            tail = unsafe base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else if count >= 4 {
            // SAFETY: there are at least four bytes, hence four at each end (1).
            head = UInt64(unsafe base.loadUnaligned(as: UInt32.self))
            tail = UInt64(unsafe base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
        } else {
            for offset in 0..<count { head = head << 8 | UInt64(byte(at: offset)) }
        }
        let mixed = (head ^ (tail << 29 | tail >> 35)) &* 0x9E37_79B9_7F4A_7C15
        return mixed ^ UInt64(truncatingIfNeeded: count)
    }
}
