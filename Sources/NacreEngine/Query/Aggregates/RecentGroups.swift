internal import NacreFormat

/// The groups of values that were met lately, for keys of one attribute: where a look at a record
/// gives its value as one word, its group mostly is found here, by one comparison. A word that is
/// not here says nothing.
struct RecentGroups {
    private static let bits = 10
    private var words: [UInt64] = Array(repeating: 0, count: 1 << bits)
    /// -1 where no word stands.
    private var groups: [Int32] = Array(repeating: -1, count: 1 << bits)

    /// - Returns: nil if the word was not met lately.
    @inline(__always)
    func group(of word: UInt64) -> Int? {
        let place = Self.place(of: word)
        let group = groups[place]
        return words[place] == word && group >= 0 ? Int(group) : nil
    }

    mutating func set(_ group: Int, of word: UInt64) {
        guard let group = Int32(exactly: group) else { return }
        let place = Self.place(of: word)
        words[place] = word
        groups[place] = group
    }

    @inline(__always)
    private static func place(of word: UInt64) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
    }
}

extension ValueStep {
    /// The value in a record, if a look at it gives it as one word: values of the attribute are
    /// equal in groups exactly if their words are.
    @inline(__always)
    func word(_ record: RecordView) -> UInt64? {
        switch self {
        case .integer(let slot, let null):
            if null.isNull(record) { return nil }
            return slot.value(in: record.bytes).map { UInt64(bitPattern: $0) }
        case .number(let slot, let null):
            return null.isNull(record) ? nil : GroupKey.word(slot.value(in: record.bytes))
        case .text(let slot, let null):
            if null.isNull(record) { return nil }
            return slot.plainBytes(of: record).flatMap { GroupKey.word(plain: $0) }
        case .decoded, .constant: return nil
        }
    }
}
