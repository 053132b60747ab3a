/// The bytes of the term that is being made. Bytes beyond its limit are dropped, in whole
/// characters, so a term of any source text fits.
///
/// A pointer and not an array: the loop over ASCII writes eight bytes at a time, and the bytes are
/// lent without a copy.
@safe struct TermBuffer: ~Copyable {
    /// The greatest length of a term, in bytes.
    static let termMax = 255

    // SAFETY: the memory has room for `termMax` bytes and the rest of one word. It is only accessed
    // in this file, below `count`, which never exceeds `limit`, or in the word that begins there.
    private let base: UnsafeMutablePointer<UInt8>

    private(set) var count = 0

    /// The count from which on bytes are dropped: at most ``termMax``.
    private(set) var limit = Self.termMax

    /// Whether characters have been dropped. All later ones are dropped, too.
    private(set) var isFull = false

    init() {
        unsafe base = .allocate(capacity: Self.termMax + 1 + 8)
    }

    deinit {
        unsafe base.deallocate()
    }

    mutating func removeAll() {
        count = 0
        limit = Self.termMax
        isFull = false
    }

    /// Sets how many more bytes are taken.
    mutating func setRoom(_ room: Int) {
        limit = min(count + room, Self.termMax)
        isFull = false
    }

    /// Removes bytes from the front.
    mutating func removeFirst(_ removed: Int) {
        precondition(removed <= count)
        count -= removed
        unsafe base.update(from: base + removed, count: count)
    }

    /// Removes bytes from the end, so that others can be appended.
    mutating func truncate(to count: Int) {
        precondition(count <= self.count)
        self.count = count
        isFull = false
    }

    subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < count)
        return unsafe base[offset]
    }

    /// Calls a closure with some of the bytes.
    @inline(__always)
    func lend(_ range: Range<Int>, to body: (Span<UInt8>) -> Void) {
        precondition(range.upperBound <= count && range.lowerBound >= 0)
        let bytes = unsafe UnsafeBufferPointer(
            start: base + range.lowerBound, count: range.count)
        body(unsafe bytes.span)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        guard count < limit, !isFull else {
            isFull = true
            return
        }
        unsafe base[count] = byte
        count += 1
    }

    /// Appends a character in UTF-8.
    @inline(__always)
    mutating func append(character: UInt32) {
        if character < 0x80 { return append(UInt8(truncatingIfNeeded: character)) }
        let length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4
        guard count + length <= limit, !isFull else {
            isFull = true
            return
        }
        let target = unsafe base + count
        var rest = character
        for offset in stride(from: length - 1, to: 0, by: -1) {
            unsafe target[offset] = UInt8(truncatingIfNeeded: rest & 0x3F | 0x80)
            rest >>= 6
        }
        let mark: UInt8 = length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0
        unsafe target[0] = UInt8(truncatingIfNeeded: rest) | mark
        count += length
    }

    /// Appends the folded text of a character.
    @inline(__always)
    mutating func append(
        _ character: UInt32, as record: CharacterRecord, texts: borrowing [UInt8]
    ) {
        if record.length == CharacterRecord.isOffset {
            let folded = UInt32(bitPattern: Int32(bitPattern: character) &+ record.value)
            return append(character: folded)
        }
        let length = Int(record.length)
        guard count + length <= limit, !isFull else {
            isFull = true
            return
        }
        for offset in 0..<length {
            unsafe base[count + offset] = texts[Int(record.value) + offset]
        }
        count += length
    }

    /// Appends the letters and digits of ASCII at an offset of the text, in lower case.
    /// - Returns: The offset of the first byte that is neither.
    @inline(__always)
    mutating func appendASCII(_ text: Span<UInt8>, at start: Int) -> Int {
        var offset = start
        var count = count
        let wordLimit = limit - 8
        let bytes = unsafe text.bytes
        while offset <= text.count - 8, count <= wordLimit, !isFull {
            // SAFETY: the loop's condition ensures that both words are inside of their memory. Any
            // bytes are a valid integer.
            let word = unsafe UInt64(
                littleEndian: bytes.unsafeLoadUnaligned(
                    fromByteOffset: offset, as: UInt64.self))
            let letters = ASCII.letters(in: word)
            // A letter differs from its lower case in the bit 0x20.
            let folded = word | letters >> 2
            unsafe UnsafeMutableRawPointer(base + count).storeBytes(
                of: folded.littleEndian, as: UInt64.self)
            let length =
                (~(letters | ASCII.digits(in: word)) & ASCII.highBits)
                .trailingZeroBitCount / 8
            count += length
            offset += length
            if length < 8 {
                self.count = count
                return offset
            }
        }
        self.count = count
        while offset < text.count, ASCII.isWord(text[offset]) {
            append(ASCII.lowerCase(text[offset]))
            offset += 1
        }
        return offset
    }
}
