internal import NacreFormat

/// The values of a group's key as words. Equal words are equal values: both zeros are the same, all
/// NaNs are the same, and canonically equivalent texts are the same. Refilled for each object, so
/// it needs no new memory.
struct GroupKey {
    /// The words of the key. The first one has a bit for each attribute that is null. Only the
    /// first `count` words are used; the others are spare room.
    private(set) var words: [UInt64] = Array(repeating: 0, count: 16)
    private(set) var count = 1
    /// The maximum number of attributes, the number of bits of the first word.
    static let attributesMax = 64

    init() {}

    /// Makes a key from words that were stored before.
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

    /// Appends a text.
    /// - Returns: False if the bytes are not valid UTF-8.
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

    /// Returns the word of a short ASCII text; nil for any other text.
    @inline(__always)
    static func word(plain text: ByteView) -> UInt64? {
        guard text.count < 8 else { return nil }
        let word = word(text)
        return word & 0x8080_8080_8080_8080 == 0 ? word | UInt64(text.count) << 56 : nil
    }

    /// Appends bytes. Up to seven bytes form one word with their length. Longer data begins with a
    /// word that is distinct from all of those.
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

    /// Returns the word of up to seven bytes, by overlapping loads.
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

    /// Appends a value of any type. The words are the same as those that the other methods make
    /// from its stored bytes.
    mutating func append(_ value: Value, _ place: Int) {
        switch value {
        case .null: appendNull(place)
        case .bool(let bool): append(word: bool ? 1 : 0)
        case .int(let number): append(word: UInt64(bitPattern: number))
        case .uint(let number), .objectID(let number):
            append(word: UInt64(bitPattern: MatchCondition.IntegerSlot.order(number)))
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
            // As in sorting, two JSON texts are equal only if their bytes are.
            Array(text.utf8).withView { append(bytes: $0) }
        case .data(let bytes): bytes.withView { append(bytes: $0) }
        case .array(let elements):
            append(word: UInt64(elements.count))
            for element in elements { append(element, place) }
        }
    }
}
