internal import CNacreShims
internal import NacreFormat

/// One node of a tree or a row table: 1,048 bytes of raw memory without a reference count. Only
/// this file and Node+Children.swift read or write that memory. Every index is checked against the
/// node's capacity.
///
/// Layout, in bytes: born 8, owner 8, count 2, level 2, zero 4, then the payload of 1,024:
/// - leaf (level 0): 85 keys of 8, then their rows of 4
/// - inner node: 42 keys of separators of 8, their rows of 4, counts of 4, addresses of 8
/// - table node (of a row table, any level): 128 words of 8
///
/// A leaf can instead be a *packed block* in a mapped checkpoint. The address is then that of the
/// block's top. The lowest bits mark it, which are free because nodes and tops are at multiples of
/// 8. The node above it names the ``PackedLeafOwner``, which checks the block when a walk first
/// reaches it. The block is read in place, and never made, retired or freed. The pool unpacks it
/// into a node when it is first changed.
///
/// Lifetime: ``NodePool`` makes and frees nodes. A reader sees a node only through a pinned
/// version, and a node is freed only when no pinned version can reach it.
@safe struct Node: @unchecked Sendable {
    // SAFETY: points to `Node.size` bytes that the pool owns. Nodes born before the pending commit
    // are never written again, so readers need no lock.
    let base: UnsafeMutableRawPointer

    static let size = 1048
    static let payload = 24

    init(base: UnsafeMutableRawPointer) { unsafe self.base = unsafe base }

    /// Makes a node from an address that came from ``address``. Nil for 0.
    init?(address: UInt64) {
        guard let base = unsafe UnsafeMutableRawPointer(bitPattern: UInt(address)) else {
            return nil
        }
        unsafe self.base = unsafe base
    }

    var address: UInt64 { unsafe UInt64(UInt(bitPattern: base)) }

    // MARK: Packed blocks

    private static let packedBit: UInt = 1
    /// Set in addition to the other bit if the block belongs to a row table.
    private static let rowsBit: UInt = 2

    /// Makes a leaf from a packed block in a mapped checkpoint.
    /// - Parameters:
    ///   - top: The block's top, checked by ``PackedBlocks``, at a multiple of 8.
    ///   - isOfRows: Whether the block belongs to a row table.
    init(packed top: ByteView, isOfRows: Bool) {
        let address = unsafe UInt(bitPattern: top.base)
        precondition(address & 7 == 0, "a top must be at a multiple of 8")
        let bits = isOfRows ? Self.packedBit | Self.rowsBit : Self.packedBit
        // SAFETY: the bits are removed again before anything is read.
        unsafe base = UnsafeMutableRawPointer(bitPattern: address | bits).unsafelyUnwrapped
    }

    @inline(__always)
    var isPacked: Bool { unsafe UInt(bitPattern: base) & Self.packedBit != 0 }

    /// The address of a packed block's top. Valid only for such a node.
    @inline(__always)
    private var topAddress: UnsafeRawPointer {
        let address = unsafe UInt(bitPattern: base) & ~(Self.packedBit | Self.rowsBit)
        // SAFETY: it was an address before the bits were added.
        return unsafe UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
    }

    /// The packed block, if the node is one. It was checked when a walk reached it.
    @inline(__always)
    var packed: PackedBlock? {
        guard isPacked else { return nil }
        // SAFETY: the top was checked when it was mapped: its block is where it says, before it, in
        // the same section.
        let start = unsafe topAddress
        #if NACRE_CHECKS
            precondition(
                unsafe PackedLeafOwner.isChecked(topAt: start), "the block was not checked yet")
        #endif
        let top = PackedTop(unsafe ByteView(base: start, count: PackedTopFields.size))
        let view = unsafe ByteView(
            base: start - top.bytesToBlock, count: top.bytesToBlock + PackedTopFields.size)
        return PackedBlock(top, in: view)
    }

    /// The address of the owner of the packed blocks below this node. 0 if there are none.
    var owner: UInt64 {
        get { load(UInt64.self, 8) }
        nonmutating set { store(newValue, 8) }
    }

    /// Returns a child that is about to be read, after checking it if it is a packed block.
    @inline(__always)
    func visited(_ child: Node) -> Node {
        if child.isPacked, unsafe !PackedLeafOwner.isChecked(topAt: child.topAddress) {
            PackedLeafOwner.checkFirst(
                topAt: UInt(bitPattern: unsafe child.topAddress),
                by: ObjectAddress(rawValue: owner))
        }
        return child
    }

    /// Checks a packed block that has no node above it.
    func checkPacked(_ owner: PackedLeafOwner) {
        if isPacked { unsafe owner.check(topAt: topAddress) }
    }

    /// Fills this node with the content of a packed block.
    private func unpack(_ block: PackedBlock, isOfRows: Bool) {
        clear()
        if isOfRows {
            for index in 0..<Node.tableCapacity { setWord(index, block.word(index)) }
        } else {
            let filled = block.count
            precondition(filled <= Node.leafCapacity)
            count = filled
            // Keys first, then rows, as in both layouts, so loop invariants are looked up once.
            block.forEachKey { index, key in store(key, Node.payload + index * 8) }
            block.forEachRow { index, row in store(row, Node.rows + index * 4) }
        }
    }

    // Separate overloads: a generic method would be slow in debug builds.

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

    /// The stamp of the change that made the node. 0, older than any change, for a packed block.
    var born: UInt64 {
        get { isPacked ? 0 : load(UInt64.self, 0) }
        nonmutating set { store(newValue, 0) }
    }

    /// The number of a leaf's entries, an inner node's children or the words in use of a table
    /// node.
    var count: Int {
        get {
            guard isPacked else { return Int(load(UInt16.self, 16)) }
            // SAFETY: as in `packed`. The block itself is not read.
            let top = unsafe ByteView(base: topAddress, count: PackedTopFields.size)
            return PackedTop(top).count
        }
        nonmutating set { store(UInt16(newValue), 16) }
    }

    /// The level above the leaves. 0: a leaf.
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
    /// The offset of the rows. They are separate from the keys, so the keys are contiguous and a
    /// search reads only them.
    private static let rows = payload + leafCapacity * 8

    @inline(__always)
    func entry(_ index: Int) -> TreeEntry {
        if let packed { return TreeEntry(key: packed.key(index), row: packed.row(index)) }
        return ownEntry(index)
    }

    /// Returns an entry of a leaf that is not a packed block.
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

    /// Calls `body` with a range of a leaf's entries, until it returns false.
    /// - Returns: false if `body` returned false.
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

    /// Removes an entry, and inserts another one before the entry that is now at `target`.
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

    /// Copies entries. The caller has checked the indexes.
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

    /// Returns a child of a table node, or nil if there is none.
    @inline(__always)
    func tableChild(_ index: Int) -> Node? {
        Node(address: childWord(index)).map { visited($0) }
    }

    /// Returns the word of a node above the leaves, which is not a packed block.
    @inline(__always)
    func childWord(_ index: Int) -> UInt64 {
        precondition(UInt(bitPattern: index) < UInt(Node.tableCapacity))
        return load(UInt64.self, Node.payload + index * 8)
    }

    /// Prefetches the node's header, or the packed block's top, which tells where the words are.
    @inline(__always)
    func prefetch() {
        // SAFETY: nothing is read.
        unsafe nacre_prefetch(base)
    }

    /// Prefetches a word, once its location is known.
    @inline(__always)
    func prefetchWord(_ index: Int) {
        // SAFETY: nothing is read.
        if let packed {
            unsafe nacre_prefetch(packed.view.base + packed.keyOffset(index))
        } else {
            unsafe nacre_prefetch(base + Node.payload + index * 8)
        }
    }

    /// Prefetches the keys of a leaf that is not a packed block.
    @inline(__always)
    func prefetchKeys() {
        for offset in stride(from: 0, to: Node.rows, by: 64) {
            // SAFETY: nothing is read.
            unsafe nacre_prefetch(base + offset)
        }
    }

    /// Prefetches a whole packed block. A search goes from cache line to cache line and would wait
    /// for each.
    @inline(__always)
    func prefetch(_ block: PackedBlock) {
        for offset in stride(from: 0, to: block.top.blockSize, by: 64) {
            // SAFETY: nothing is read.
            unsafe nacre_prefetch(block.view.base + offset)
        }
    }

    /// Calls `body` with `count` words from index `first` on.
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

    /// Copies contiguous elements of an array that begins at `offset`. The caller has checked the
    /// indexes.
    func copy(
        _ moved: Int, from other: Node, _ start: Int, to target: Int, at offset: Int, width: Int
    ) {
        unsafe (base + offset + target * width).copyMemory(
            from: other.base + offset + start * width, byteCount: moved * width)
    }
}

/// An entry of a tree: a key of eight order-preserving bytes and its row. Ordered by key, then by
/// row.
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
