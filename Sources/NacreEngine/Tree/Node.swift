internal import CNacreShims
internal import NacreFormat

/// One node of a tree or a row table: 1,048 bytes of raw memory without a reference count.
/// This file and Node+Children.swift are the only ones that read or write that memory; every index
/// is checked against the node's capacity.
///
/// Layout, in bytes: born 8, owner 8, count 2, level 2, zero 4, then the payload of 1,024:
/// - leaf (level 0): 85 keys of 8, then their rows of 4
/// - inner node: 42 keys of separators of 8, their rows of 4, counts of 4, addresses of 8
/// - table node (of a row table, any level): 128 words of 8
///
/// A leaf may instead be a *packed block* of a checkpoint, where it is mapped: the address is that
/// of the block's top then, and the lowest bits tell, which are free because nodes and tops are at
/// multiples of 8. The node above it names the ``PackedLeafOwner``, which checks the block when a
/// walk first comes there. The block is read in place, and never made, retired or freed. The pool
/// unpacks it into a node when it is first changed.
///
/// Lifetime: ``NodePool`` makes and frees nodes. A reader sees a node only through a version that
/// is pinned, and a node is freed only when no pinned version can reach it.
@safe struct Node: @unchecked Sendable {
    // SAFETY: points to `Node.size` bytes that the pool owns. Nodes born before the pending commit
    // are never written again, so readers need no lock.
    let base: UnsafeMutableRawPointer

    static let size = 1048
    static let payload = 24

    init(base: UnsafeMutableRawPointer) { unsafe self.base = unsafe base }

    /// The node at an address that was taken from ``address``; nil for 0.
    init?(address: UInt64) {
        guard let base = unsafe UnsafeMutableRawPointer(bitPattern: UInt(address)) else {
            return nil
        }
        unsafe self.base = unsafe base
    }

    var address: UInt64 { unsafe UInt64(UInt(bitPattern: base)) }

    // MARK: Packed blocks

    private static let packedBit: UInt = 1
    /// Beside the other one: the block is of a row table.
    private static let rowsBit: UInt = 2

    /// A leaf that stands packed in a mapped checkpoint.
    /// - Parameters:
    ///   - top: of a block, checked by ``PackedBlocks``, at a multiple of 8.
    ///   - isOfRows: whether it is of a row table.
    init(packed top: ByteView, isOfRows: Bool) {
        let address = unsafe UInt(bitPattern: top.base)
        precondition(address & 7 == 0, "a top at no multiple of 8")
        let bits = isOfRows ? Self.packedBit | Self.rowsBit : Self.packedBit
        // SAFETY: the bits are taken off again before anything is read.
        unsafe base = UnsafeMutableRawPointer(bitPattern: address | bits).unsafelyUnwrapped
    }

    @inline(__always)
    var isPacked: Bool { unsafe UInt(bitPattern: base) & Self.packedBit != 0 }

    /// Where the top of the packed block stands. Of such a node only.
    @inline(__always)
    private var topAddress: UnsafeRawPointer {
        let address = unsafe UInt(bitPattern: base) & ~(Self.packedBit | Self.rowsBit)
        // SAFETY: it was an address before the bits were put on.
        return unsafe UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
    }

    /// The packed block, if the node is one. It was checked when a walk came to it.
    @inline(__always)
    var packed: PackedBlock? {
        guard isPacked else { return nil }
        // SAFETY: the top was checked when it was mapped: its block stands where it says, before
        // it, in the same section.
        let start = unsafe topAddress
        #if NACRE_CHECKS
            precondition(unsafe PackedLeafOwner.isChecked(topAt: start), "a block not checked yet")
        #endif
        let top = PackedTop(unsafe ByteView(base: start, count: PackedTopFields.size))
        let view = unsafe ByteView(
            base: start - top.bytesToBlock, count: top.bytesToBlock + PackedTopFields.size)
        return PackedBlock(top, in: view)
    }

    /// The address of the owner of the packed blocks below this node; 0 if there are none.
    var owner: UInt64 {
        get { load(UInt64.self, 8) }
        nonmutating set { store(newValue, 8) }
    }

    /// Passes on a child that is going to be read, checked if it is a packed block.
    @inline(__always)
    func visited(_ child: Node) -> Node {
        if child.isPacked, unsafe !PackedLeafOwner.isChecked(topAt: child.topAddress) {
            PackedLeafOwner.checkFirst(
                topAt: UInt(bitPattern: unsafe child.topAddress), ownerAt: owner)
        }
        return child
    }

    /// Checks a packed block that has no node above it.
    func checkPacked(_ owner: PackedLeafOwner) {
        guard isPacked, unsafe !PackedLeafOwner.isChecked(topAt: topAddress) else { return }
        unsafe owner.checkFirst(topAt: UInt(bitPattern: topAddress))
    }

    /// Fills a node of this kind with what a packed block holds.
    private func unpack(_ block: PackedBlock, isOfRows: Bool) {
        clear()
        if isOfRows {
            for index in 0..<Node.tableCapacity { setWord(index, block.word(index)) }
        } else {
            let filled = block.count
            precondition(filled <= Node.leafCapacity)
            count = filled
            // Keys, then rows, as they stand in both: what does not change is asked for once.
            block.forEachKey { index, key in store(key, Node.payload + index * 8) }
            block.forEachRow { index, row in store(row, Node.rows + index * 4) }
        }
    }

    // Each for itself, and not one for all types, which a debug build would be slow with.

    @inline(__always)
    func load(_ type: UInt64.Type, _ offset: Int) -> UInt64 {
        unsafe base.load(fromByteOffset: offset, as: type)
    }

    @inline(__always)
    func load(_ type: UInt32.Type, _ offset: Int) -> UInt32 {
        unsafe base.load(fromByteOffset: offset, as: type)
    }

    @inline(__always)
    func load(_ type: UInt16.Type, _ offset: Int) -> UInt16 {
        unsafe base.load(fromByteOffset: offset, as: type)
    }

    @inline(__always)
    func store<T: BitwiseCopyable>(_ value: T, _ offset: Int) {
        unsafe base.storeBytes(of: value, toByteOffset: offset, as: T.self)
    }

    /// The stamp of the change that made the node; 0, older than any, of a packed one.
    var born: UInt64 {
        get { isPacked ? 0 : load(UInt64.self, 0) }
        nonmutating set { store(newValue, 0) }
    }

    /// Entries of a leaf, children of an inner node, words in use of a table node.
    var count: Int {
        get {
            guard isPacked else { return Int(load(UInt16.self, 16)) }
            // SAFETY: as in `packed`. The block itself is not looked at.
            let top = unsafe ByteView(base: topAddress, count: PackedTopFields.size)
            return PackedTop(top).count
        }
        nonmutating set { store(UInt16(newValue), 16) }
    }

    /// 0 = leaf.
    var level: Int {
        get { isPacked ? 0 : Int(load(UInt16.self, 18)) }
        nonmutating set { store(UInt16(newValue), 18) }
    }

    func clear() {
        unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: Node.size)
    }

    func copy(from other: Node) {
        if let block = other.packed {
            unpack(block, isOfRows: unsafe UInt(bitPattern: other.base) & Self.rowsBit != 0)
            return
        }
        unsafe base.copyMemory(from: other.base, byteCount: Node.size)
    }

    // MARK: Leaf entries

    static let leafCapacity = 85
    /// Apart from the keys, so that nothing stands between them, and a search reads only keys.
    private static let rows = payload + leafCapacity * 8

    @inline(__always)
    func entry(_ index: Int) -> TreeEntry {
        if let packed { return TreeEntry(key: packed.key(index), row: packed.row(index)) }
        return ownEntry(index)
    }

    /// Of a leaf that is no packed block.
    @inline(__always)
    func ownEntry(_ index: Int) -> TreeEntry {
        precondition(UInt(bitPattern: index) < UInt(Node.leafCapacity))
        return TreeEntry(
            key: load(UInt64.self, Node.payload + index * 8),
            row: load(UInt32.self, Node.rows + index * 4))
    }

    @inline(__always)
    func ownKey(_ index: Int) -> UInt64 {
        precondition(UInt(bitPattern: index) < UInt(Node.leafCapacity))
        return load(UInt64.self, Node.payload + index * 8)
    }

    /// Calls `body` with some entries of a leaf, one after another, until it returns false.
    /// - Returns: false once `body` has.
    @inline(__always)
    func forEachEntry(
        _ places: Range<Int>, isAscending: Bool, _ body: (TreeEntry) throws -> Bool
    ) rethrows -> Bool {
        let (first, step) =
            isAscending ? (places.lowerBound, 1) : (places.upperBound - 1, -1)
        guard let packed else {
            for index in 0..<places.count {
                guard try body(ownEntry(first + index * step)) else { return false }
            }
            return true
        }
        for index in 0..<places.count {
            let place = first + index * step
            let entry = TreeEntry(key: packed.key(place), row: packed.row(place))
            guard try body(entry) else { return false }
        }
        return true
    }

    func setEntry(_ index: Int, _ entry: TreeEntry) {
        precondition(UInt(bitPattern: index) < UInt(Node.leafCapacity))
        store(entry.key, Node.payload + index * 8)
        store(entry.row, Node.rows + index * 4)
    }

    /// Moves the entries from `start` on by `shift` places.
    func moveEntries(from start: Int, by shift: Int) {
        let (target, moved) = (start + shift, count - start)
        precondition(
            start >= 0 && target >= 0 && moved >= 0 && target + moved <= Node.leafCapacity)
        copyEntries(moved, from: start, to: target)
        count = target + moved
    }

    /// Takes an entry out, and puts another one before the entry that is at `target` now.
    func replaceEntry(_ place: Int, by entry: TreeEntry, before target: Int) {
        precondition(place >= 0 && place < count && target >= 0 && target <= count)
        let last = target > place ? target - 1 : target
        if last > place {
            copyEntries(last - place, from: place + 1, to: place)
        } else {
            copyEntries(place - last, from: last, to: last + 1)
        }
        setEntry(last, entry)
    }

    /// The caller has checked the places.
    private func copyEntries(_ moved: Int, from start: Int, to target: Int) {
        copy(moved, from: self, start, to: target, at: Node.payload, width: 8)
        copy(moved, from: self, start, to: target, at: Node.rows, width: 4)
    }

    /// Appends the entries `range` of another leaf.
    func appendEntries(_ range: Range<Int>, of other: Node) {
        if other.isPacked {
            for index in range {
                setEntry(count, other.entry(index))
                count += 1
            }
            return
        }
        precondition(
            range.upperBound <= other.count && count + range.count <= Node.leafCapacity)
        let start = range.lowerBound
        copy(range.count, from: other, start, to: count, at: Node.payload, width: 8)
        copy(range.count, from: other, start, to: count, at: Node.rows, width: 4)
        count += range.count
    }

    // MARK: Words of a table node

    static let tableCapacity = 128

    @inline(__always)
    func word(_ index: Int) -> UInt64 {
        if let packed { return packed.word(index) }
        return childWord(index)
    }

    /// A child of a table node; nil if there is none.
    @inline(__always)
    func tableChild(_ index: Int) -> Node? {
        Node(address: childWord(index)).map { visited($0) }
    }

    /// Of a node above the leaves, which is no packed block.
    @inline(__always)
    func childWord(_ index: Int) -> UInt64 {
        precondition(UInt(bitPattern: index) < UInt(Node.tableCapacity))
        return load(UInt64.self, Node.payload + index * 8)
    }

    /// Has the processor fetch what says where the words stand.
    @inline(__always)
    func prefetch() {
        // SAFETY: nothing is read.
        unsafe nacre_prefetch(base)
    }

    /// Has the processor fetch a word, once that is known.
    @inline(__always)
    func prefetchWord(_ index: Int) {
        // SAFETY: nothing is read.
        if let packed {
            unsafe nacre_prefetch(packed.view.base + packed.keyOffset(index))
        } else {
            unsafe nacre_prefetch(base + Node.payload + index * 8)
        }
    }

    /// The same of the keys of a leaf that is none.
    @inline(__always)
    func prefetchKeys() {
        for offset in stride(from: 0, to: Node.rows, by: 64) {
            // SAFETY: nothing is read.
            unsafe nacre_prefetch(base + offset)
        }
    }

    /// Has the processor fetch all of a packed block: a search goes from line to line of it, and
    /// would wait for each.
    @inline(__always)
    func prefetch(_ block: PackedBlock) {
        for offset in stride(from: 0, to: block.top.blockSize, by: 64) {
            // SAFETY: nothing is read.
            unsafe nacre_prefetch(block.view.base + offset)
        }
    }

    /// Calls `body` with the words of `count` places from `first` on.
    @inline(__always)
    func forEachWord(from first: Int, _ count: Int, _ body: (Int, UInt64) -> Void) {
        if let packed {
            for index in first..<first + count { body(index, packed.word(index)) }
        } else {
            for index in first..<first + count { body(index, word(index)) }
        }
    }

    func setWord(_ index: Int, _ word: UInt64) {
        precondition(UInt(bitPattern: index) < UInt(Node.tableCapacity))
        store(word, Node.payload + index * 8)
    }

    // MARK: Moving elements

    /// Copies elements that stand one after another from `offset` on; the caller has checked their
    /// places.
    func copy(
        _ moved: Int, from other: Node, _ start: Int, to target: Int, at offset: Int, width: Int
    ) {
        unsafe (base + offset + target * width).copyMemory(
            from: other.base + offset + start * width, byteCount: moved * width)
    }
}

/// What a tree holds: a key of eight order-preserving bytes, and the row that has it. Ordered by
/// key, then by row.
package struct TreeEntry: Hashable, Comparable, Sendable {
    package var key: UInt64
    package var row: UInt32

    @inline(__always)
    package init(key: UInt64, row: UInt32) {
        self.key = key
        self.row = row
    }

    @inline(__always)
    package static func < (a: TreeEntry, b: TreeEntry) -> Bool {
        a.key != b.key ? a.key < b.key : a.row < b.row
    }

    package static let min = TreeEntry(key: 0, row: 0)
}
