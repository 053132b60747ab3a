internal import NacreFormat

/// The values that a group has in common, as words such that equal words are equal values: both
/// zeros are one, every NaN is one, and canonically equivalent texts are one. Refilled for each
/// object, so that it takes no memory of its own.
struct GroupKey {
    /// In the first one a bit for each attribute that is null. Only `count` of them are the key's:
    /// the others wait for a longer one.
    private(set) var words: [UInt64] = Array(repeating: 0, count: 16)
    private(set) var count = 1
    /// Bits of the first word.
    static let attributesMax = 64

    init() {}

    /// A key that was made before.
    init(words: ArraySlice<UInt64>) {
        self.words = Array(words)
        count = words.count
    }

    @inline(__always)
    mutating func begin() {
        words[0] = 0
        count = 1
    }

    @inline(__always)
    mutating func appendNull(_ place: Int) { words[0] |= 1 << UInt64(place) }

    @inline(__always)
    mutating func append(word: UInt64) {
        if count < words.count { words[count] = word } else { words.append(word) }
        count += 1
    }

    @inline(__always)
    mutating func append(number: Double) { append(word: Self.word(number)) }

    @inline(__always)
    static func word(_ number: Double) -> UInt64 {
        number.isNaN ? Double.nan.bitPattern : (number == 0 ? 0 : number).bitPattern
    }

    /// - Returns: false if the bytes are no text.
    @inline(__always)
    mutating func append(text: ByteView) -> Bool {
        if let word = Self.word(plain: text) {
            append(word: word)
            return true
        }
        if text.isBeforeMarks(text.count) {
            append(bytes: text)
            return true
        }
        guard let string = text.string else { return false }
        string.withNormalisedBytes { append(bytes: $0) }
        return true
    }

    /// Of a short text that is ASCII; nil of any other.
    @inline(__always)
    static func word(plain text: ByteView) -> UInt64? {
        guard text.count < 8 else { return nil }
        let word = word(text)
        return word & 0x8080_8080_8080_8080 == 0 ? word | UInt64(text.count) << 56 : nil
    }

    /// Up to seven bytes with their length are one word; of more there is a word that is no such
    /// one before them.
    mutating func append(bytes: ByteView) {
        if bytes.count < 8 {
            append(word: Self.word(bytes) | UInt64(bytes.count) << 56)
            return
        }
        append(word: UInt64(bytes.count) | 255 << 56)
        var offset = 0
        while offset <= bytes.count - 8 {
            append(word: bytes.load(UInt64.self, at: offset))
            offset += 8
        }
        if offset < bytes.count { append(word: bytes.load(UInt64.self, at: bytes.count - 8)) }
    }

    /// Of up to seven bytes, by loads that overlap.
    @inline(__always)
    private static func word(_ bytes: ByteView) -> UInt64 {
        let count = bytes.count
        if count >= 4 {
            let last = UInt64(bytes.load(UInt32.self, at: count - 4)) << UInt64(8 * (count - 4))
            return UInt64(bytes.load(UInt32.self, at: 0)) | last
        }
        guard count > 0 else { return 0 }
        let middle = UInt64(bytes[count / 2]) << UInt64(8 * (count / 2))
        return UInt64(bytes[0]) | middle | UInt64(bytes[count - 1]) << UInt64(8 * (count - 1))
    }

    /// A value of any type. What it makes of one is what the others make of its bytes.
    mutating func append(_ value: Value, _ place: Int) {
        switch value {
        case .null: appendNull(place)
        case .bool(let bool): append(word: bool ? 1 : 0)
        case .int(let number): append(word: UInt64(bitPattern: number))
        case .uint(let number), .objectID(let number):
            append(word: UInt64(bitPattern: MatchTest.IntegerSlot.order(number)))
        case .float(let number): append(number: Double(number))
        case .double(let number), .date(let number): append(number: number)
        case .uuid(let uuid):
            append(word: uuid.high)
            append(word: uuid.low)
        case .decimal(let decimal):
            append(word: UInt64(truncatingIfNeeded: decimal.mantissa))
            append(word: UInt64(truncatingIfNeeded: decimal.mantissa >> 64))
            let exponent = UInt64(UInt8(bitPattern: decimal.exponent))
            append(word: exponent << 1 | (decimal.isNegative ? 1 : 0))
        case .string(let text): text.withNormalisedBytes { append(bytes: $0) }
        case .json(let text):
            // As sorts see it: two texts of JSON are one only by their bytes.
            Array(text.utf8).withView { append(bytes: $0) }
        case .data(let bytes): bytes.withView { append(bytes: $0) }
        case .array(let elements):
            append(word: UInt64(elements.count))
            for element in elements { append(element, place) }
        }
    }
}
