internal import NacreFormat

/// A cache of the groups of recent values, for keys of one attribute. If a record's value can be
/// read as one word, its group is usually found here by one comparison. A miss means nothing.
struct RecentGroups {
    private static let bits = 10
    private var words: [UInt64] = Array(repeating: 0, count: 1 << bits)
    /// The group of each word; -1 for an empty place.
    private var groups: [Int32] = Array(repeating: -1, count: 1 << bits)

    /// Returns the group of a word; nil if it is not cached.
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
    /// Returns the value in a record, if it can be read directly as one word; otherwise nil. Values
    /// of the attribute belong to one group exactly if their words are equal.
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
