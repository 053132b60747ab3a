internal import NacreFormat

/// A hash table of the terms of a run that is being built. Terms have numbers, in the order of
/// their first occurrence, and their bytes are in one block of memory.
@safe final class TermTable {
    /// Facts about one term.
    struct Term {
        /// The place of the bytes.
        fileprivate var start: Int
        fileprivate var length: UInt8
        /// Whether the run is to have the term.
        var isKept: Bool
        /// The occurrences in documents.
        var occurrences: UInt32 = 0
        /// The touched rows whose former text has the term.
        var removed: UInt32 = 0
        /// The number of the last former text that has the term, from 1 on.
        var lastFormer: UInt32 = 0
    }

    // SAFETY: `slots` has `slotMask + 1` numbers, all initialised: the number of the term plus one
    // in the lower half, its hash in the upper; 0 is a free slot. `terms` has room for `termMax`,
    // of which `count` are initialised. Both change only in this file.
    @exclusivity(unchecked) private var slots: UnsafeMutablePointer<UInt64>
    @safe @exclusivity(unchecked) private var slotMask: Int
    @exclusivity(unchecked) private var terms: UnsafeMutablePointer<Term>
    @safe @exclusivity(unchecked) private var termMax: Int
    @safe @exclusivity(unchecked) private(set) var count = 0

    private let text = RunMemory(capacity: 1024)

    /// Seeds the hashes of the process, so that texts cannot be made whose terms all collide.
    private static let seed = UInt64.random(in: .min ... .max) | 1
    private let seed = TermTable.seed

    init() {
        slotMask = 255
        termMax = 128
        unsafe slots = .allocate(capacity: 256)
        unsafe slots.initialize(repeating: 0, count: 256)
        unsafe terms = .allocate(capacity: 128)
    }

    deinit {
        unsafe slots.deallocate()
        unsafe terms.deallocate()
    }

    /// The memory in use, in bytes.
    var memory: Int {
        (slotMask + 1) * 8 + termMax * MemoryLayout<Term>.stride + text.count
    }

    subscript(term: Int) -> Term {
        @inline(__always)
        get {
            precondition(term >= 0 && term < count)
            return unsafe terms[term]
        }
    }

    /// Counts an occurrence in a document.
    @inline(__always)
    func addOccurrence(_ term: Int) {
        precondition(term >= 0 && term < count)
        unsafe terms[term].occurrences &+= 1
    }

    /// Counts a former text that has the term, once.
    @inline(__always)
    func addFormer(_ term: Int, number: UInt32) {
        precondition(term >= 0 && term < count)
        if unsafe terms[term].lastFormer != number {
            unsafe terms[term].lastFormer = number
            unsafe terms[term].removed &+= 1
        }
    }

    /// Returns the bytes of a term, valid until a term is added.
    func bytes(of term: Int) -> ByteView {
        let found = self[term]
        return text.view[found.start..<found.start + Int(found.length)]
    }

    /// Returns the number of a term, which is added if the table does not have it.
    /// - Parameter filter: Decides whether an added term is kept.
    @inline(__always)
    func number(of term: ByteView, _ filter: TermFilter?) -> Int {
        let hash = hash(of: term)
        var slot = Int(truncatingIfNeeded: hash) & slotMask
        let high = hash & 0xFFFF_FFFF_0000_0000
        while true {
            let found = unsafe slots[slot]
            if found == 0 { return add(term, high, slot, filter) }
            if found & 0xFFFF_FFFF_0000_0000 == high {
                let number = Int(found & 0xFFFF_FFFF) - 1
                if bytes(of: number).isEqual(to: term) { return number }
            }
            slot = (slot + 1) & slotMask
        }
    }

    @inline(never)
    private func add(
        _ term: ByteView, _ high: UInt64, _ slot: Int, _ filter: TermFilter?
    ) -> Int {
        precondition(term.count > 0 && term.count <= RunLayout.termMax)
        if count == termMax { growTerms() }
        unsafe (terms + count).initialize(
            to: Term(
                start: text.count, length: UInt8(term.count),
                isKept: filter?.keeps(term) ?? true))
        text.append(term)
        count += 1
        unsafe slots[slot] = high | UInt64(count)
        if count * 2 > slotMask { growSlots() }
        return count - 1
    }

    private func growTerms() {
        termMax *= 2
        let fresh = UnsafeMutablePointer<Term>.allocate(capacity: termMax)
        unsafe fresh.moveInitialize(from: terms, count: count)
        unsafe terms.deallocate()
        unsafe terms = fresh
    }

    private func growSlots() {
        let size = (slotMask + 1) * 4
        unsafe slots.deallocate()
        unsafe slots = .allocate(capacity: size)
        unsafe slots.initialize(repeating: 0, count: size)
        slotMask = size - 1
        for number in 0..<count {
            let hash = hash(of: bytes(of: number))
            var slot = Int(truncatingIfNeeded: hash) & slotMask
            while unsafe slots[slot] != 0 { slot = (slot + 1) & slotMask }
            unsafe slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
        }
    }

    @inline(__always)
    private func hash(of term: ByteView) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: term.count)
        var offset = 0
        while offset &+ 8 < term.count {
            hash = Self.mix(hash, term.load(UInt64.self, at: offset))
            offset &+= 8
        }
        // The last eight bytes, some of which may have been mixed in already.
        let last =
            term.count >= 8
            ? term.load(UInt64.self, at: term.count &- 8) : term.leadingWord(term.count)
        return Self.mix(Self.mix(hash, last), seed)
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    /// Returns the numbers of the terms in ascending order of their bytes.
    func sorted() -> [Int] {
        struct Key {
            let word: UInt64
            let number: Int
        }
        var keys: [Key] = []
        keys.reserveCapacity(count)
        for number in 0..<count {
            let bytes = bytes(of: number)
            keys.append(Key(word: bytes.leadingWord(min(bytes.count, 8)), number: number))
        }
        keys.sort { left, right in
            if left.word != right.word { return left.word < right.word }
            return bytes(of: left.number).compare(bytes(of: right.number)) < 0
        }
        return keys.map(\.number)
    }
}
