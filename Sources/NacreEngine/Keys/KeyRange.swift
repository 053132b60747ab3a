internal import NacreFormat

/// A range of neighbouring keys of a tree, both ends included. It contains all objects for which a
/// condition may hold.
struct KeyRange: Sendable, Hashable {
    /// The objects in the range for which the condition must be evaluated, since their keys do not
    /// decide it.
    enum Check: Sendable, Hashable {
        case none
        /// Those whose key is at an end of the range.
        case ends(lower: Bool, upper: Bool)
        /// Those with this key or a greater one.
        case from(UInt64)
        case all
    }

    var lower: UInt64
    var upper: UInt64
    var check = Check.none

    static let empty = KeyRange(lower: 1, upper: 0)

    var isEmpty: Bool { lower > upper }

    /// Returns the keys in both ranges.
    func intersection(_ other: KeyRange) -> KeyRange {
        let lower = max(lower, other.lower)
        let upper = min(upper, other.upper)
        switch (check, other.check) {
        case (.none, .from(let key)), (.from(let key), .none):
            return KeyRange(lower: lower, upper: upper, check: .from(key))
        case (.all, _), (_, .all), (.from, _), (_, .from):
            return KeyRange(lower: lower, upper: upper, check: .all)
        default: break
        }
        // An end that must be checked may lie within the other range. It is then an end here too.
        let ends = (
            lower: asks(at: lower) || other.asks(at: lower),
            upper: asks(at: upper) || other.asks(at: upper)
        )
        let isNone = !ends.lower && !ends.upper
        return KeyRange(
            lower: lower, upper: upper,
            check: isNone ? .none : .ends(lower: ends.lower, upper: ends.upper))
    }

    /// The part whose keys alone decide that all its objects match, and the parts whose objects
    /// must be checked.
    var parts: (known: KeyRange?, asked: [KeyRange]) {
        if case .from(let key) = check, lower < key {
            let known = KeyRange(lower: lower, upper: min(upper, key - 1))
            let asked = KeyRange(lower: key, upper: upper, check: .all)
            return (known, asked.isEmpty ? [] : [asked])
        }
        guard case .ends(let atLower, let atUpper) = check, lower < upper else {
            return check == .none ? (self, []) : (nil, [self])
        }
        var known = KeyRange(lower: lower, upper: upper)
        var asked: [KeyRange] = []
        if atLower {
            asked.append(KeyRange(lower: lower, upper: lower, check: .all))
            known.lower += 1
        }
        if atUpper {
            asked.append(KeyRange(lower: upper, upper: upper, check: .all))
            known.upper -= 1
        }
        return (known.isEmpty ? nil : known, asked)
    }

    /// Returns whether the objects with a key of the range must be checked.
    func asks(at key: UInt64) -> Bool {
        switch check {
        case .none: false
        case .ends(let atLower, let atUpper): atLower && key == lower || atUpper && key == upper
        case .from(let first): key >= first
        case .all: true
        }
    }
}

extension [KeyRange] {
    /// Returns the keys that lie in a range of each.
    func intersection(_ others: [KeyRange]) -> [KeyRange] {
        if count == 1, others.count == 1 {
            let both = self[0].intersection(others[0])
            return both.isEmpty ? [] : [both]
        }
        return flatMap { range in others.map { range.intersection($0) } }
            .filter { !$0.isEmpty }
            .sorted { $0.lower < $1.lower }
    }

    /// The ranges without overlaps, in ascending order, so each object lies in only one.
    var merged: [KeyRange] {
        var merged: [KeyRange] = []
        for range in sorted(by: { $0.lower < $1.lower }) where !range.isEmpty {
            guard let last = merged.last, range.lower <= last.upper else {
                merged.append(range)
                continue
            }
            let check: KeyRange.Check = last == range ? last.check : .all
            merged[merged.count - 1] = KeyRange(
                lower: last.lower, upper: Swift.max(last.upper, range.upper), check: check)
        }
        return merged
    }
}
