internal import NacreFormat

/// A table that numbers groups in the order in which they are found. It is a hash table with open
/// addressing, whose keys are stored consecutively.
struct GroupTable {
    private(set) var count = 0
    /// The number of a group plus one, or 0 for an empty slot. The count is a power of two, and at
    /// most half are used.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)
    /// The hashes, by group.
    private var hashes: [UInt64] = []
    /// The end of each group's key in `words`.
    private var ends: [Int] = []
    private var words: [UInt64] = []
    /// A random seed for each table, so that stored values cannot be chosen to make keys collide.
    private let seed = UInt64.random(in: 0 ... .max) | 1

    /// Returns the key of a group.
    func key(of group: Int) -> ArraySlice<UInt64> {
        words[(group == 0 ? 0 : ends[group - 1])..<ends[group]]
    }

    /// Returns the number of the group with a key. For a new group, this is the former `count`.
    mutating func group(of key: GroupKey) throws(StoreError) -> Int {
        let hash = hash(key)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let group = Int(slots[slot]) - 1
            if hashes[group] == hash, hasKey(group, key) { return group }
            slot = (slot + 1) & (slots.count - 1)
        }
        guard count < Int(UInt32.max) else {
            throw StoreError(.limitReached, "There are too many groups. Filter the objects.")
        }
        slots[slot] = UInt32(count + 1)
        hashes.append(hash)
        words += key.words[..<key.count]
        ends.append(words.count)
        count += 1
        if count * 2 > slots.count { grow() }
        return count - 1
    }

    @inline(__always)
    private func hash(_ key: GroupKey) -> UInt64 {
        var hash = seed
        for place in 0..<key.count {
            let product = (hash ^ key.words[place]).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = product.high ^ product.low ^ seed
        }
        return hash
    }

    @inline(__always)
    private func hasKey(_ group: Int, _ key: GroupKey) -> Bool {
        let start = group == 0 ? 0 : ends[group - 1]
        guard ends[group] - start == key.count else { return false }
        for place in 0..<key.count where words[start + place] != key.words[place] { return false }
        return true
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: slots.count * 2)
        for (group, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(group + 1)
        }
    }
}
